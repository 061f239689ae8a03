import { isPlainObject } from '../text/json.ts'
import type { Assumptions } from '../types/assumptions.ts'
import { check, flag, wholeNumber } from '../validate.ts'
import type { AssumptionTable } from './row.ts'

const isRate = wholeNumber(1).test
const rateLimit = check<Assumptions['rateLimit']>(
  "'off', a whole number from 1 up, or { perSecond, retryAfter }",
  (value) =>
    value === 'off' ||
    isRate(value) ||
    (isPlainObject(value) && isRate(value.perSecond) && flag.test(value.retryAfter)),
)

/** The type of a limit with `Retry-After`, as the docstrings have it. */
const rateLimitObject = `{
        /** Maximum number of requests per second for each API key. */
        readonly perSecond: number
        /** Whether the response has \`Retry-After\`. */
        readonly retryAfter: boolean
      }`

export const errors = {
  invalidKey: {
    about: 'status for a key that is missing or wrong',
    settings: [403, 401, ['403 repeating the key', 'the text ends with the key']],
    preset: '403 repeating the key',
    why: 'both 403s were seen',
    probe: 'GET',
  },
  notFound: {
    about: 'status for an id that does not exist',
    detail: 'also for an event or a campaign of another owner',
    settings: [404, 403],
    why: 'hides which ids exist',
    probe: 'GET',
  },
  methodNotAllowed: {
    about: 'status for DELETE',
    detail:
      'also for every method that an address does not accept. The response has `Allow`. HEAD works as GET without a body',
    settings: [405, 403, 400],
    why: "HTTP's own status",
    probe: 'write',
  },
  invalidBody: {
    about: 'status for a POST without a required field',
    detail:
      'missing, blank or of a wrong type; also for a body that is not a JSON object in UTF-8. The error names the field or `body`',
    settings: [400, 422],
    why: 'the simplest',
    probe: 'write',
  },
  contentType: {
    about: 'status for a body that is not JSON',
    detail: 'by its content type',
    settings: [415, ['accept', 'the service reads it as JSON']],
    why: 'the spec asks for the header',
    probe: 'write',
  },
  errorTexts: {
    about: 'texts of errors',
    settings: [
      ['detailed', 'they name the field or what was not found'],
      [
        'short',
        '`Not found`, `Too many requests`, and `You must specify a valid person id` for an RSVP whose link leads to no person',
      ],
    ],
    preset: 'short',
    why: 'the short texts stand in clients of the Action Network and their stubs',
    probe: 'GET',
  },
  errorBody: {
    about: 'shape of errors',
    settings: [
      ['error', '`{"error":"<text>"}`'],
      ['osdi:error', '`{"osdi:error":{"response_code":…,"error_description":…}}`'],
    ],
    why: 'seen',
    probe: 'GET',
  },
  rateLimit: {
    about: 'requests per second',
    detail: 'of each key, in real seconds and those that `clock.advance` adds',
    settings: ['off'],
    others: {
      check: rateLimit,
      says: 'a number: then 429 with `Retry-After: 1`, or with `{ perSecond, retryAfter: false }` without it',
      types: ['number', rateLimitObject],
    },
    preset: 4,
    why: 'four were seen',
    probe: {
      neither: 'a test of the limit would stop other programs with the key; raise your own rate until 429 comes',
    },
  },
  otherQuery: {
    about: 'unknown parameters in a request',
    detail: 'all but `page`, `per_page` and, with filters, `filter` of a list',
    settings: ['ignored', 400],
    why: 'common',
    probe: 'GET',
  },
} as const satisfies Partial<AssumptionTable>
