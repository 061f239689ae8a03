import { attempts, twoRequests } from './attempts.ts'
import { type Check, equal, scriptAt, type Verdict, versions, type World } from './check.ts'
import { links, redirects } from './routes.ts'
import { secrets, seeing } from './secrets.ts'
import { smoke } from './smoke.ts'
import { time } from './time.ts'

const methods = ['log', 'info', 'debug', 'warn', 'error', 'trace', 'dir'] as const

/** What the console is given until `stop` is called. */
export function listenToConsole(): { readonly heard: readonly string[]; stop(): void } {
  const heard: string[] = []
  const originals = methods.map((name) => [name, console[name]] as const)
  for (const name of methods) console[name] = (...args: unknown[]) => void heard.push([name, ...args].join(' '))
  return {
    heard,
    stop() {
      for (const [name, original] of originals) console[name] = original
    },
  }
}

/** Checks of one subject. */
export interface Group {
  /** What they show together, for the page with the results. */
  readonly says: string
  readonly checks: readonly Check[]
}

/** What must hold on every runtime, by what it is about. */
export const groups: Readonly<Record<string, Group>> = {
  'Everyday calls': {
    says: 'lists read every page; create, get and update work; errors have their own types; the mock service works in process',
    checks: smoke,
  },
  Redirects: { says: 'the key is sent to no other address; writes follow only 307 and 308', checks: redirects },
  Links: { says: 'a link or `next` to another origin is refused before a request', checks: links },
  'Time limits and aborts': { says: 'they end requests, half-read bodies, waits and connections', checks: time },
  Attempts: {
    says: 'a create that may have taken effect is sent once, and its `outcome` says so; GET and PUT are retried',
    checks: attempts,
  },
  'One client for several requests': {
    says: 'in a Worker, the end of one request never blocks the calls of the next one',
    checks: twoRequests,
  },
  'The key': {
    says: 'it is in one header, and in no error or inspected object, even if the service repeats it; web pages and `http:` need an opt-in',
    checks: secrets,
  },
  'Hooks and logs': {
    says: 'they never contain the key, and cannot break a call; calls are traced if the runtime has `diagnostics_channel`',
    checks: seeing,
  },
}

/** What must hold on every runtime. */
export const checks: readonly Check[] = Object.values(groups).flatMap((group) => group.checks)

/** Where checks find their servers. */
export interface Settings {
  readonly home: string
  readonly foreign: string
  readonly mock: World['mock']
  readonly page: boolean
}

/** No check may take longer, in milliseconds. */
const longest = 120_000

/** Runs one part of a check; a client that writes to the console fails the check. */
export async function runPart(settings: Settings, title: string, part: number): Promise<Verdict> {
  const world: World = {
    page: settings.page,
    mock: settings.mock,
    script: (...steps) => scriptAt(settings.home, steps),
    elsewhere: (...steps) => scriptAt(settings.foreign, steps),
  }
  const listening = listenToConsole()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${longest} ms`)), longest)
  })
  try {
    const run = checks.find((check) => check.title === title)?.parts[part]
    if (!run) throw new Error('there is no such check')
    for (const subject of versions) await Promise.race([run(world, subject), late])
    equal(listening.heard, [], 'what was written to the console')
    return { title }
  } catch (error) {
    return { title, failure: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) }
  } finally {
    clearTimeout(timer)
    listening.stop()
  }
}

/** Runs all checks, one after the other, each part in its own way where there is one. */
export async function runAll(settings: Settings, run: typeof runPart = runPart): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const { title, parts } of checks) {
    let verdict: Verdict = { title }
    for (let part = 0; part < parts.length && !verdict.failure; part += 1) verdict = await run(settings, title, part)
    verdicts.push(verdict)
  }
  return verdicts
}
