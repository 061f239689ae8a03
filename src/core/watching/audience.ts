import type { Redactor } from '../secrecy/secret.ts'
import { tellOfFailedHook } from './failed-hook.ts'
import { type Hooks, hookListener } from './hooks.ts'
import { type Logger, logListener } from './log.ts'
import type { Listener } from './seen.ts'
import { telemetry } from './telemetry.ts'

/** Everyone who listens to a client at the moment it is asked. */
export type Audience = () => readonly Listener[]

/** @param keys is asked to keep keys out of what a hook throws */
export function audienceOf(hooks: Hooks | undefined, logger: Logger | undefined, keys: Redactor): Audience {
  const complain = (hook: keyof Hooks, thrown: unknown) => tellOfFailedHook(logger, hook, thrown, keys)
  const always = [...(hooks ? [hookListener(hooks, complain)] : []), ...(logger ? [logListener(logger)] : [])]
  const channels = telemetry()
  if (!channels) return () => always
  const all = [...always, channels.listener]
  return () => (channels.isHeard() ? all : always)
}
