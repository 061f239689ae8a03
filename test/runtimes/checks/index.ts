import { attempts } from './attempts.ts'
import type { Check } from './check.ts'
import { links } from './links.ts'
import { redirects } from './redirects.ts'
import { secrets } from './secrets.ts'
import { seeing } from './seeing.ts'
import { time } from './time.ts'
import { twoRequests } from './two-requests.ts'

/** What must hold on every runtime. */
export const checks: readonly Check[] = [
  ...secrets,
  ...redirects,
  ...links,
  ...time,
  ...attempts,
  ...twoRequests,
  ...seeing,
]
