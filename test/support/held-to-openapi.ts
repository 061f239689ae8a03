import { afterEach, expect } from 'vitest'
import { foundProblems } from './openapi.ts'

// Every response, of every test, is as the OpenAPI document of its service says.
afterEach(() => {
  expect(foundProblems()).toEqual([])
})
