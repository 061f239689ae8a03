import OpenAI from 'openai'
import type { Dialect, Subject } from '../kit.ts'

const file = (id: string) => ({
  id,
  object: 'file',
  bytes: 1,
  created_at: 1_777_636_800,
  filename: 'picnic.txt',
  purpose: 'assistants',
  status: 'processed',
})

const dialect: Dialect = {
  contentType: 'application/json',
  paging: 'after',
  namesNext: false,
  thing: (id) => JSON.stringify(file(id)),
  broken: () => {
    const { filename, ...rest } = file('1')
    return { body: JSON.stringify({ ...rest, bytes: 'one' }), missing: 'filename', wrong: 'bytes' }
  },
  page: (ids, { next }) => ({
    body: JSON.stringify({ object: 'list', data: ids.map(file), has_more: next !== undefined }),
  }),
  refusal: (message) => JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
}

export const subject: Subject = {
  name: 'openai',
  package: 'openai',
  dialect,
  keyHeader: 'Authorization',
  extraHeader: 'X-Extra-Secret',
  binds: 'no',
  aborts: true,
  limits: true,
  open({ origin, key, extra, timeout }) {
    const client = new OpenAI({
      apiKey: key,
      baseURL: `${origin}/v1`,
      ...(extra && { defaultHeaders: { [extra[0]]: extra[1] } }),
      ...(timeout !== undefined && { timeout }),
    })
    return {
      client,
      get: (signal) => client.files.retrieve('1', signal ? { signal } : {}),
      create: () => client.vectorStores.create({ name: 'Picnic' }),
      ids() {
        const list = client.files.list()[Symbol.asyncIterator]()
        return {
          async next() {
            const { done, value } = await list.next()
            return done ? { done, value } : { done: false, value: value.id }
          },
        }
      },
    }
  },
}
