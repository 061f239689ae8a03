import type { Command } from 'commander'
import type { Choose } from '../run/io.ts'
import { withClient } from '../run/service.ts'
import { describe, type HelpText } from '../terminal/help.ts'
import { addExportFlags, exportFlagOf, type GivenFlags, resolveFlags } from './flags.ts'
import { exportWork } from './run.ts'

const help: HelpText = {
  group: 'Read',
  summary: 'copies every event into a file, also as a calendar',
  description:
    'Copies the events of the key, of one of its campaigns, or with --campaigns of all, into a file or to standard output.',
  examples: [
    { run: 'osdi-events export --out events.ndjson', does: 'every event, one per line' },
    {
      run: 'osdi-events export --campaigns --out events.ndjson',
      does: 'also what others host in the campaigns of the key',
    },
    { run: 'osdi-events export --out events.ndjson --resume', does: 'continues an interrupted run' },
    { run: 'osdi-events export --out events.csv --fields id,title,start_date,location.locality' },
    { run: 'osdi-events export --public --upcoming --out events.ics', does: 'a calendar' },
    { run: 'osdi-events export | jq -r .title', does: 'to another program' },
    {
      run: 'osdi-events export --cursor CURSOR --out changed.ndjson',
      does: 'events that changed since the last export; an event may come twice',
    },
  ],
  notes: [
    'The list of a key does not have the events that others host in its event campaigns. --campaigns adds them.',
    'A calendar has the times of each event in the zone of its place. If nothing tells the zone, that of --zone counts. Without it, the times have no zone: a calendar program then shows them as they are, in every zone. Events without a start are not in it. It is written at the end, so --resume does not apply to it.',
    'Until the file is complete, it is called FILE.part, with FILE.part.json and FILE.part.lock beside it. With --resume, the export continues these files. If there are none, or if they are more than a day old, it starts from the beginning, so you can always give --resume.',
    'With --cursor, process FILE before you run the same command again, because the command overwrites FILE. The command saves the new cursor when FILE is complete.',
  ],
}

/** Adds `osdi-events export`, which copies every event to a file or to standard output. */
export function addExport(program: Command, choose: Choose): void {
  const command = program.command('export')
  addExportFlags(command)
  describe(command, help).action((given: GivenFlags) => {
    const flags = resolveFlags(given)
    choose(withClient(flags, exportFlagOf(flags), exportWork(flags)))
  })
}
