import { versions as allVersions, type VersionUnderTest } from '../../../support/versions.ts'

export { type AnyClient, apiKey, type VersionUnderTest } from '../../../support/versions.ts'

/** Both versions, as pages may use them too. */
export const versions: readonly VersionUnderTest[] = allVersions.map((subject) => ({
  ...subject,
  open: (baseUrl, options) => subject.open(baseUrl, { dangerouslyAllowBrowser: true, ...options }),
}))
