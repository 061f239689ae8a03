import { version } from 'msw/package.json'
import { expect, inject, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The major version of MSW that a run is to test. */
    readonly msw: number
  }
}

test('this run tests the major version of MSW that its vitest config names', () => {
  expect(Number.parseInt(version, 10)).toBe(inject('msw'))
})
