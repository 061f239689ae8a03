export * from './v1/index.ts'
export * from './v2/index.ts'
