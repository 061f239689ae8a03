import { version } from 'msw/package.json'
import { expect, inject, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The major version of MSW that a run is to test. */
    readonly msw: number
  }
}

test('the installed MSW has the major version that the vitest config of the run names', () => {
  expect(Number.parseInt(version, 10)).toBe(inject('msw'))
})
