import type { Field, Values } from '../components/form.tsx'
import type { Members } from '../components/members.ts'

/** The changed fields, in the form that the service accepts. An emptied field is cleared. Parts of an object have a dot in their name. */
export function changesOf(fields: readonly Field[], values: Values): Members {
  const changes: Record<string, unknown> = {}
  const parts: Record<string, Record<string, unknown>> = {}
  for (const { name, type, value = '' } of fields) {
    const text = values[name] ?? ''
    if (text === value) continue
    const [member = '', part] = name.split('.')
    if (part !== undefined) parts[member] = { ...parts[member], [part]: text }
    else if (text === '' && name !== 'title') changes[member] = null
    else changes[member] = type === 'number' ? Number(text) : text
  }
  return { ...changes, ...parts }
}
