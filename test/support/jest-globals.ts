// What the example for Jest takes from `@jest/globals`, which is not installed here: Vitest has the same under these names.
export { afterEach, beforeEach, expect, test, vi as jest } from 'vitest'
