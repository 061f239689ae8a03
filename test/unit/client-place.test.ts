import { afterEach, expect, test, vi } from 'vitest'
import { failureOf } from '../support/failure.ts'
import { base } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey, versions } from '../support/versions.ts'

afterEach(() => void vi.unstubAllGlobals())

const page = () => {
  vi.stubGlobal('window', { document: {} })
  vi.stubGlobal('process', { ...process, versions: {} })
}

for (const { version, construct } of versions) {
  test(`a client of ${version} takes no key in a page, and says why`, async () => {
    page()
    for (const key of [apiKey, () => apiKey]) {
      const error = await failureOf(() => construct({ baseUrl: base, apiKey: key }))
      expect(error).toMatchObject({ code: 'input', field: 'apiKey' })
      expect(error.message).toMatch(/browser page: whoever opens the page can read the key .* dangerouslyAllowBrowser/)
      expect(shows(error, apiKey)).toBe(false)
    }
    expect(await failureOf(() => construct({ baseUrl: base, apiKey, dangerouslyAllowBrowser: false }))).toMatchObject({
      field: 'apiKey',
    })
  })

  test(`a client of ${version} takes a key in a page where that is wanted`, () => {
    page()
    expect(construct({ baseUrl: base, apiKey, dangerouslyAllowBrowser: true })).toBeInstanceOf(Object)
  })

  test(`a client of ${version} takes a key in a page that Node simulates, and where there is a window without a document`, () => {
    vi.stubGlobal('window', { document: {} })
    expect(construct({ baseUrl: base, apiKey })).toBeInstanceOf(Object)
    page()
    vi.stubGlobal('window', {})
    expect(construct({ baseUrl: base, apiKey })).toBeInstanceOf(Object)
  })

  test(`a client of ${version} sends its key in the clear where allowInsecureHttp says so, and only there`, async () => {
    const plain = 'http://events.internal'
    expect(construct({ baseUrl: plain, apiKey, allowInsecureHttp: true })).toMatchObject({ baseUrl: plain })
    for (const allowInsecureHttp of [false, undefined]) {
      const error = await failureOf(() => construct({ baseUrl: plain, apiKey, allowInsecureHttp }))
      expect(error).toMatchObject({ code: 'input', field: 'baseUrl' })
    }
  })

  test(`a client of ${version} takes nothing but true and false for what it would rather not do`, async () => {
    for (const option of ['allowInsecureHttp', 'dangerouslyAllowBrowser']) {
      for (const value of ['true', 1, null]) {
        const error = await failureOf(() => construct({ baseUrl: base, apiKey, [option]: value }))
        expect(error).toMatchObject({ code: 'input', field: option })
      }
    }
  })
}
