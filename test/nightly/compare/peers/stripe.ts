import Stripe from 'stripe'
import { type Dialect, idsOf, type Subject } from '../kit.ts'

const customer = (id: string) => ({ id, object: 'customer', created: 1_777_636_800, livemode: false, name: 'Picnic' })

const dialect: Dialect = {
  contentType: 'application/json',
  paging: 'starting_after',
  thing: (id) => JSON.stringify(customer(id)),
  broken: () => {
    const { created, ...rest } = customer('1')
    return { body: JSON.stringify({ ...rest, livemode: 'no' }), missing: 'created', wrong: 'livemode' }
  },
  page: (ids, { next }) => ({
    body: JSON.stringify({
      object: 'list',
      url: '/v1/customers',
      has_more: next !== undefined,
      data: ids.map(customer),
    }),
  }),
  named: (ids, next) => ({ body: JSON.stringify({ data: ids.map((id) => ({ id })), next_page_url: next ?? null }) }),
  refusal: (message) => JSON.stringify({ error: { message, type: 'invalid_request_error' } }),
}

const idOf = ({ id }: { readonly id: string }) => id

export const subject: Subject = {
  dialect,
  keyHeader: 'Authorization',
  extraHeader: undefined,
  aborts: false,
  limits: true,
  open({ origin, key, timeout }) {
    const { hostname, port } = new URL(origin)
    const client = new Stripe(key, {
      host: hostname,
      port,
      protocol: 'http',
      ...(timeout !== undefined && { timeout }),
    })
    return {
      client,
      get: () => client.customers.retrieve('1'),
      create: () => client.customers.create({ name: 'Picnic' }),
      ids: () => idsOf(client.customers.list()[Symbol.asyncIterator](), idOf),
      // The second of its two interfaces names the next page; the first leaves its address to the client.
      named: () => idsOf(client.v2.core.events.list({ object_id: '1' })[Symbol.asyncIterator](), idOf),
    }
  },
}
