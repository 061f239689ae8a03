/** What programs of the playground import, in one bundle for its frame. */

export { mountExplorer } from '../../../explorer/mount.tsx'
export * as mock from '../../../mock-server/index.ts'
export * as client from '../../../src/index.ts'
