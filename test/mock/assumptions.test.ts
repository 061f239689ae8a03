import { type Assumptions, createMockService, defaultAssumptions, MockServiceError } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { worldOf } from '../support/api.ts'
import { versions } from '../support/names.ts'
import { answers } from './assumptions/answers.ts'
import { attendances } from './assumptions/attendances.ts'
import { bodies } from './assumptions/bodies.ts'
import { campaigns } from './assumptions/campaigns.ts'
import type { Case, Open } from './assumptions/cases.ts'
import { filters } from './assumptions/filters.ts'
import { identifiers } from './assumptions/identifiers.ts'
import { people } from './assumptions/people.ts'
import { recorded } from './assumptions/recorded.ts'
import { paging, values } from './assumptions/shown.ts'

const cases: Readonly<Record<keyof Assumptions, readonly Case<unknown>[]>> = {
  ...answers,
  ...attendances,
  ...bodies,
  ...campaigns,
  ...filters,
  ...identifiers,
  ...paging,
  ...people,
  ...recorded,
  ...values,
}

for (const [entry, settings] of Object.entries(cases)) {
  for (const { setting, says, only, prove } of settings) {
    for (const version of only === undefined ? versions : [only.version]) {
      const open: Open = (options = {}) =>
        worldOf(version, { ...options, assumptions: { ...options.assumptions, [entry]: setting } })
      const why = only === undefined ? '' : `, only there: ${only.because}`
      test(`assumptions.${entry} = ${JSON.stringify(setting)}: ${says} (${version}${why})`, async () => {
        const { service } = open()
        expect(service.assumptions).toEqual({ ...defaultAssumptions, [entry]: setting })
        await prove(open, version)
      })
    }
  }

  test(`assumptions.${entry}: the first setting is the default, and an unknown setting is refused by name`, () => {
    expect(settings[0]?.setting).toEqual(defaultAssumptions[entry as keyof Assumptions])
    expect(settings.length).toBeGreaterThan(1)
    for (const value of ['no such setting', 1.5, {}, null, Number.NaN]) {
      // "English" and the name of the service may be any text.
      if ((entry === 'language' || entry === 'originSystem') && typeof value === 'string') continue
      expect(refusalOf({ [entry]: value })).toMatchObject({
        field: expect.stringContaining(entry),
        message: expect.stringContaining(entry),
      })
    }
  })
}

const refusalOf = (assumptions: object): unknown => {
  try {
    createMockService({ assumptions })
  } catch (error) {
    expect(error).toBeInstanceOf(MockServiceError)
    return error
  }
  return 'it was accepted'
}

test('every assumption of createMockService has a test for each of its settings', () => {
  const { assumptions } = createMockService()
  expect(Object.keys(cases).toSorted()).toEqual(Object.keys(assumptions).toSorted())
  expect(assumptions).toEqual(defaultAssumptions)
})

test('createMockService refuses an unknown assumption and names it', () => {
  expect(refusalOf({ colour: 'green' })).toMatchObject({ field: expect.stringContaining('colour') })
  expect(refusalOf({ toString: 1 })).toMatchObject({ field: expect.stringContaining('toString') })
})

test('service.assumptions is frozen, and does not change with the object that was passed to createMockService', () => {
  const overrides: { notFound: 404 | 403 } = { notFound: 403 }
  const service = createMockService({ assumptions: overrides })
  overrides.notFound = 404
  expect(Reflect.set(service.assumptions, 'notFound', 404)).toBe(false)
  expect(service.assumptions.notFound).toBe(403)
  expect(createMockService().assumptions.notFound).toBe(404)
})
