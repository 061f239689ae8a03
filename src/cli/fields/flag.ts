import type { Command } from 'commander'
import { flagsOf } from '../flag.ts'
import { Problem } from '../problem.ts'

const fieldsIn = (given: string): readonly string[] => {
  const names = given.split(',').map((name) => name.trim())
  if (names.includes('')) throw new Problem(2, '--fields: must be names with commas between them')
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new Problem(2, `--fields: ${twice} is named twice`)
  return names
}

/** Adds the flag that chooses fields by their dotted names. */
export function addFieldsFlag(command: Command, fallback: string): void {
  flagsOf(command)(
    '--fields <names>',
    `fields by dotted names, such as title,location.locality (default: ${fallback})`,
    fieldsIn,
  )
}
