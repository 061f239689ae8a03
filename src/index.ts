/**
 * Typed clients for both versions of the OSDI events API, the errors they throw, and helpers for what they return.
 *
 * @module osdi-events
 */
export * from './v1/index.ts'
export * from './v2/index.ts'
