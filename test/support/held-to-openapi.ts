import { afterEach, expect } from 'vitest'
import { foundProblems } from './openapi.ts'

// Every response in every test must match the OpenAPI document of its service.
afterEach(() => {
  expect(foundProblems()).toEqual([])
})
