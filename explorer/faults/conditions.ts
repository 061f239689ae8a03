import type { ListedKey } from 'osdi-events/mock'
import * as formats from './formats.ts'
import type { FaultField } from './kind.ts'
import { kindOf } from './kinds.ts'
import { actionOf, operations } from './operations.ts'

/** The keys of the service, for a choice by name. */
export type Keys = readonly Pick<ListedKey, 'token' | 'title' | 'kind'>[]

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * The fields for the conditions of a rule: which requests match, and how often. The page contains no token of a key. `nth` is the text in
 * the field of this name: its value changes what an empty `times` means.
 */
export const conditionsFor = (keys: Keys, nth = ''): readonly FaultField[] => [
  {
    name: 'operation',
    label: 'Operation',
    options: [
      ['', 'any'],
      ...operations.map((name) => [name, `${name} · ${actionOf(name)}`, name.replace(/\..*/, '')] as const),
    ],
    format: formats.choice(operations),
  },
  {
    name: 'version',
    label: 'Version',
    size: 'short',
    options: [
      ['', 'any'],
      ['v1', '1'],
      ['v2', '2'],
    ],
    format: formats.choice(['v1', 'v2']),
  },
  {
    name: 'method',
    label: 'Method',
    size: 'short',
    options: [['', 'any'], ...methods],
    format: formats.choice(methods),
  },
  { name: 'path', label: 'Path', placeholder: '/api/v2/events/*', hint: '* stands for any text', format: formats.path },
  {
    name: 'query',
    label: 'Query parameters',
    placeholder: 'page=2',
    hint: 'Further parameters are allowed',
    format: formats.parameters,
  },
  {
    name: 'key',
    label: 'API key',
    options: [['', 'any'], ...keys.map(({ title, kind }, index) => [String(index), `${title} (${kind})`] as const)],
    format: {
      read: (text) => keys[Number(text)]?.token,
      write(value) {
        const index = keys.findIndex(({ token }) => token === value)
        return index < 0 ? undefined : String(index)
      },
    },
  },
  {
    name: 'nth',
    label: 'From request number',
    type: 'digits',
    size: 'short',
    hint: '2 leaves out the first',
    format: formats.wholeNumber(1),
  },
  {
    name: 'times',
    label: 'How many times',
    type: 'digits',
    size: 'short',
    hint: nth.trim() === '' ? 'Empty: always' : 'Empty: once',
    format: formats.wholeNumber(1),
  },
]

/** The field for the time of the effect. */
export const timing = (kind: string): FaultField => ({
  name: 'when',
  label: 'When',
  options: [
    ['', 'before the service acts'],
    ['after', 'after the service acted'],
  ],
  hint: kindOf(kind)?.continues ? 'The service acts in both cases' : 'Before: a write stores nothing',
  format: formats.choice(['after'], 'before'),
})
