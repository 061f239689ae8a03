/**
 * Tells a chat of new events: what was not there the last time. For Bun.
 *
 * With EVENTS_BASE_URL, EVENTS_API_KEY and EVENTS_NAMESPACE set, and in CHAT_WEBHOOK an address that takes `{"text":"…"}`, as Slack and Mattermost
 * do: `bun whats-new.ts seen.json`, every hour. Without CHAT_WEBHOOK it prints what it would tell.
 * With the mock service: `npx osdi-events mock -- bun whats-new.ts seen.json`
 * As the Action Network: `EVENTS_NAMESPACE=action_network npx osdi-events mock --preset action-network -- bun whats-new.ts seen.json`
 *
 * The first time it only notes what is there. What could not be told is told the next time.
 */
import { EventsV2, type EventV2, idOf, isEventsError, isPublic, wallClockOf } from 'osdi-events'

const { EVENTS_BASE_URL: baseUrl, EVENTS_API_KEY: apiKey, EVENTS_NAMESPACE: namespace, CHAT_WEBHOOK } = Bun.env
const [path = 'seen.json'] = Bun.argv.slice(2)
if (!baseUrl || !apiKey) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')

const file = Bun.file(path)
const firstTime = !(await file.exists())
// Text that is not UTF-8 is an error here, and not other ids.
const utf8 = new TextDecoder('utf-8', { fatal: true })
const seen = new Set<string>(firstTime ? [] : JSON.parse(utf8.decode(await file.bytes())))

/** Chats read some characters as links and mentions: titles are written by strangers. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[<>&@]/g, '')

const lineOf = (event: EventV2) => {
  const { start } = wallClockOf(event)
  const place = [event.location?.venue, event.location?.locality].filter(Boolean).join(', ')
  return [plain(event.title), start?.slice(0, 16).replace('T', ' '), plain(place)].filter(Boolean).join(' · ')
}

async function tell(text: string): Promise<void> {
  if (!CHAT_WEBHOOK) return console.log(text)
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ text })
  const answer = await fetch(CHAT_WEBHOOK, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`the chat answered ${answer.status}`)
}

try {
  const list = new EventsV2({ baseUrl, apiKey, namespace, rateLimit: { perSecond: 4 } }).list()
  const lines: string[] = []
  for await (const event of list) {
    const id = idOf(event)
    // A hidden event is told when it becomes public.
    if (seen.has(id) || !isPublic(event)) continue
    lines.push(lineOf(event))
    seen.add(id)
  }
  if (lines.length && !firstTime) await tell(`New events:\n${lines.join('\n')}`)
  if (firstTime && !list.report?.complete) {
    // What did not come would be told as new the next time.
    console.error('the list of events ended early: nothing is noted')
    process.exitCode = 1
  } else {
    // After the chat has it, so that nothing is lost where the chat is down.
    await Bun.write(file, JSON.stringify([...seen]))
  }
} catch (error) {
  // The address of the chat is a secret, as the key is: of other errors the name says enough.
  const known = isEventsError(error) || (error instanceof Error && error.message.startsWith('the chat answered'))
  console.error(known ? error.message : `the chat cannot be reached: ${error instanceof Error ? error.name : error}`)
  process.exitCode = 1
}
