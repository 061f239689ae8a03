import { Octokit } from 'octokit'
import { type Dialect, idsOfPages, type Subject } from '../kit.ts'

const issue = (id: string) => ({ id: Number(id), number: Number(id), title: 'Picnic', state: 'open' })

const dialect: Dialect = {
  contentType: 'application/json; charset=utf-8',
  paging: 'number',
  thing: (id) => JSON.stringify(issue(id)),
  broken: () => ({ body: JSON.stringify({ id: 1, number: 'one', state: 'open' }), missing: 'title', wrong: 'number' }),
  page: (ids, { next }) => ({
    body: JSON.stringify(ids.map(issue)),
    ...(next !== undefined && { headers: { link: `<${next}>; rel="next"` } }),
  }),
  refusal: (message) => JSON.stringify({ message, documentation_url: 'https://docs.github.com/rest' }),
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const repo = { owner: 'o', repo: 'r' }

export const subject: Subject = {
  dialect,
  keyHeader: 'Authorization',
  extraHeader: 'X-Extra-Secret',
  aborts: true,
  limits: true,
  open({ origin, key, extra, timeout }) {
    const limit = timeout === undefined ? {} : { request: { timeout } }
    const client = new Octokit({ auth: key, baseUrl: origin, log: silent, ...limit })
    const headers = extra ? { [extra[0]]: extra[1] } : {}
    return {
      client,
      get: async (signal) => {
        const request = signal ? { signal } : {}
        return (await client.rest.issues.get({ ...repo, issue_number: 1, headers, request })).data
      },
      create: async () => (await client.rest.issues.create({ ...repo, title: 'Picnic' })).data,
      ids() {
        const pages = client.paginate.iterator(client.rest.issues.listForRepo, { ...repo, headers })
        const turn = pages[Symbol.asyncIterator]()
        return idsOfPages(async () => {
          const { done, value } = await turn.next()
          return done ? [] : value.data.map(({ number }) => String(number))
        })
      },
    }
  },
}
