import type { Command } from 'commander'
import { serviceHelp } from '../service/flags.ts'
import { talking } from '../service/run.ts'
import type { Choose } from '../task.ts'
import { addExportFlags, exportFlagOf, type GivenFlags, settled } from './flags.ts'
import { exporting } from './run.ts'

const examples = `
Examples:
  osdi-events export --out events.ndjson               every event, one a line
  osdi-events export --out events.ndjson --resume      the same, from where it was ended
  osdi-events export --out events.csv --fields id,title,start_date,location.locality
  osdi-events export | jq -r .title                    to another program

Until the file is whole it is called FILE.part, with FILE.part.json and FILE.part.lock beside it. With --resume these are gone on with;
where there are none, or where they are more than a day old, the export begins at the beginning, so that --resume can always be given.`

/** Adds `osdi-events export`: every event, in a file or a stream. */
export function addExport(program: Command, choose: Choose): void {
  const command = program.command('export')
  addExportFlags(command)
  command
    .summary('copies every event into a file')
    .description('Copies every event of the key, or of one of its campaigns, into a file or to standard output.')
    .addHelpText('after', `${examples}\n${serviceHelp}`)
    .action((given: GivenFlags) => {
      const flags = settled(given)
      choose(talking(flags, exportFlagOf, exporting(flags)))
    })
}
