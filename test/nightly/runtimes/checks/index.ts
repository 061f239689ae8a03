import { attempts } from './attempts.ts'
import type { Check } from './check.ts'
import { links } from './links.ts'
import { redirects } from './redirects.ts'
import { secrets } from './secrets.ts'
import { seeing } from './seeing.ts'
import { smoke } from './smoke.ts'
import { time } from './time.ts'
import { twoRequests } from './two-requests.ts'

/** What must hold on every runtime, by what it is about. */
export const groups: Readonly<Record<string, readonly Check[]>> = {
  'Everyday calls': smoke,
  Redirects: redirects,
  Links: links,
  'Time limits and aborts': time,
  Attempts: attempts,
  'One client for several requests': twoRequests,
  'The key': secrets,
  'Hooks and logs': seeing,
}

/** What must hold on every runtime. */
export const checks: readonly Check[] = Object.values(groups).flat()
