// Replaces `@jest/globals`, which is not installed, for the example for Jest. Vitest has the same functions.
export { afterEach, beforeEach, expect, test, vi as jest } from 'vitest'
