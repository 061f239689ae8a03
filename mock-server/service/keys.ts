import type { KeyRecord } from '../model.ts'
import { Refusal } from './refusal.ts'
import type { World } from './world.ts'

const text = 'API Key invalid or not present'

/** The key of a request, or its refusal (assumption `invalidKey`; v1 §5.1, v2 §5.1). */
export function keyFor({ store, assumptions }: World, sent: string | undefined): KeyRecord {
  const key = store.keys.get(sent ?? '')
  if (key) return key
  if (assumptions.invalidKey === '403 repeating the key') throw new Refusal(403, sent ? `${text}: ${sent}` : text)
  throw new Refusal(assumptions.invalidKey, text)
}
