import { type AddedFault, createMockService, type Fault, type FaultKind, type FaultRule } from 'osdi-events/mock'
import { expectTypeOf, test } from 'vitest'

const { faults, seeded } = createMockService()

test('faults.add accepts only the members of the given kind of effect', () => {
  expectTypeOf(faults.add({ effect: { kind: 'latency', ms: { min: 1, max: 2 } } })).toEqualTypeOf<AddedFault>()
  expectTypeOf<AddedFault>().toExtend<Fault>()
  expectTypeOf<AddedFault['hit']>().toEqualTypeOf<(n?: number) => Promise<void>>()
  expectTypeOf({
    key: seeded.group,
    operation: ['events.list'],
    effect: { kind: 'stall' },
  } as const).toExtend<FaultRule>()
  // @ts-expect-error A rule has an effect.
  faults.add({ times: 1 })
  // @ts-expect-error There is no such effect.
  faults.add({ effect: { kind: 'explode' } })
  // @ts-expect-error A latency says how long.
  faults.add({ effect: { kind: 'latency' } })
  // @ts-expect-error A reset takes no milliseconds.
  faults.add({ effect: { kind: 'reset', ms: 1 } })
  // @ts-expect-error Redirects have a status of their own.
  faults.add({ effect: { kind: 'redirect', to: 'https://elsewhere.example/', status: 300 } })
})

test('the type Fault is read-only, and so are its hits', () => {
  const fault = faults.add({ effect: { kind: 'stall' } })
  // @ts-expect-error Hits are counted by the service.
  fault.hits = 0
  // @ts-expect-error Rules are added, not pushed.
  faults.rules.push()
})

test('FaultKind contains only the kinds of effects', () => {
  expectTypeOf<'no-answer'>().toExtend<FaultKind>()
  expectTypeOf<'slow'>().not.toExtend<FaultKind>()
})
