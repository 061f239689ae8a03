import { type Bundle, bundleOf } from '../../../support/bundle.ts'
import { count, type Row } from '../support/table.ts'

/** What stands behind the names of the parts. */
const features: Readonly<Record<string, string>> = {
  walking: 'walks over collections that move, limits, reports',
  pages: 'pages ahead, checkpoints',
  sending: 'attempts, redirects, time limits',
  pacing: 'retries, budget, cool-down, rate limit',
  answers: 'reading and judging answers',
  arguments: 'options and fields to be sent',
  schemas: 'checks, and what they say',
  addresses: 'addresses, links, identifiers',
  secrecy: 'keeping the key out of everything',
  watching: 'hooks, logger, telemetry, drift',
  resources: 'HAL, local times, what is remembered',
  errors: 'errors',
  versions: 'the two versions and their methods',
  ky: 'ky',
  zod: 'zod/mini',
}

/** What the clients weigh in a page, and what of it is whose. */
export async function size(): Promise<readonly Row[]> {
  const both = bundleOf(['EventsV1', 'EventsV2'])
  const row = (what: string, { gzipped }: Bundle, most: number): Row => ({
    what: `bytes of ${what} in a bundle, minified and gzipped`,
    ours: count(gzipped),
    theirs: '',
    target: `≤ ${count(most)}`,
    reached: gzipped <= most,
  })
  return [row('both clients', both, 24_000), row('one client', bundleOf(['EventsV2']), 23_500), ...sharesOf(both)]
}

/** By minified bytes: what is gzipped cannot be taken apart. */
function sharesOf({ gzipped, parts }: Bundle): readonly Row[] {
  const all = [...parts.values()].reduce((sum, bytes) => sum + bytes, 0)
  return [...parts]
    .sort(([, one], [, other]) => other - one)
    .map(([part, bytes]) => ({
      what: `of it ${features[part] ?? part}`,
      ours: `${((100 * bytes) / all).toFixed(1)} %, some ${count((gzipped * bytes) / all)}`,
      theirs: '',
    }))
}
