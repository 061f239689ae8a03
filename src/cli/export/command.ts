import type { Command } from 'commander'
import type { Choose } from '../io.ts'
import { serviceHelp, withClient } from '../service.ts'
import { addExportFlags, exportFlagOf, type GivenFlags, resolveFlags } from './flags.ts'
import { exportWork } from './run.ts'

const examples = `
Examples:
  osdi-events export --out events.ndjson               every event, one per line
  osdi-events export --out events.ndjson --resume      continues an interrupted run
  osdi-events export --out events.csv --fields id,title,start_date,location.locality
  osdi-events export | jq -r .title                    to another program
  osdi-events export --cursor CURSOR --out changed.ndjson   events that changed since the last export; an event may come twice

Until the file is complete, it is called FILE.part, with FILE.part.json and FILE.part.lock beside it. With --resume, the export continues these
files. If there are none, or if they are more than a day old, it starts from the beginning, so you can always give --resume.

With --cursor, process FILE before you run the same command again: the command overwrites FILE. The cursor moves when FILE is complete.`

/** Adds `osdi-events export`, which copies every event to a file or to standard output. */
export function addExport(program: Command, choose: Choose): void {
  const command = program.command('export')
  addExportFlags(command)
  command
    .summary('copies every event into a file')
    .description('Copies every event of the key, or of one of its campaigns, into a file or to standard output.')
    .addHelpText('after', `${examples}\n${serviceHelp}`)
    .action((given: GivenFlags) => {
      const flags = resolveFlags(given)
      choose(withClient(flags, exportFlagOf(flags), exportWork(flags)))
    })
}
