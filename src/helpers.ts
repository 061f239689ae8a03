// All that needs no client: helpers, errors, types. It is an entry of the build, which makes files of its own of what it reaches. No schema is in
// them: a page that imports one helper loads neither zod nor ky.
export { actionNetwork } from './action-network.ts'
export * from './core/index.ts'
export { type OwnFieldsV1, type OwnFieldsV2, ownOf, type SponsorV1, type SponsorV2 } from './own-fields.ts'
