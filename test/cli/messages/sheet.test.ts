import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { commandLine } from '../../support/command-line.ts'
import { steppingClock } from '../../support/memory-files.ts'
import { Messages } from '../../support/messages.ts'

const upsert = 'upsert --csv - --identifier-from calendar:Nr --origin-system Calendar'

/** Sheets that do not fit, with flags. */
const misfits: readonly (readonly [sheet: string, flags?: string])[] = [
  ['Nr;Name\n1;Fest\n', '--map titel=Name'],
  ['Nr;Name\n1;Fest\n', '--map status=Name'],
  ['Nr;Name\n1;Fest\n', '--map location.location.latitude=Name'],
  ['Nr;Name\n1;Fest\n', '--map title=Nama'],
  ['Nr;Name\n1;Fest\n', '--map title=Name+Sub'],
  ['Nr;Name\n1;Fest\n', '--map title'],
  ['Nr;Name\n1;Fest\n', '--map title=Name,title=Nr'],
  ['Nr;Name;NAME\n1;Fest;Fest\n', '--map title=Name'],
  ['Nr;Name\n1;Fest\n', '--map title=Name --title Fest'],
  ['Nr;Name\n1;Fest\n', '--map description=Name'],
  ['Nr;Name\n1;Fest\n', '--map title=Name --identifier calendar:1'],
  ['Nr;Name\n1;Fest\n', '--map title=Name --set nonsense=1'],
  ['Nr;title;Title\n1;Fest;Fest\n'],
  ['Nr;titel;Ada\n1;Fest;1\n'],
  ['Nr;title\n1;"Fest\n'],
  [''],
  ['Nr;Event name;Start;Venue\n1;Picnic;;\n'],
  ['Nr,Name,Tag,Staat,Venue,Tag List\n1,Fest,6.12.2026,DE,Mill,a\n'],
]

/** Sheets without identifiers or other required fields, with flags. */
const incomplete: readonly (readonly [sheet: string, flags?: string])[] = [
  ['title,origin_system\nPicnic,Calendar\n'],
  ['Nr;Name;When;Ada\n1;Picnic;;\n'],
  ['Nr;name;origin_system\n1;Picnic;Calendar\n', '--identifier-from calendar:Nr'],
  [
    `${Array.from({ length: 12 }, (_, column) => `Ada${column}`).join(';')}\n1\n`,
    '--identifier-from calendar:Ada0 --origin-system Calendar --title x',
  ],
  ['id,title\n1,Picnic\n', '--identifier-from id'],
  ['id,title\n1,Picnic\n', '--identifier-from :a:id'],
  ['id,title\n1,Picnic\n', '--identifier-from a:Nr'],
  ['id,title\n1,Picnic\n', '--identifier-from a:id'],
  ['ID;title;origin_system\n1;Fest;Calendar\n'],
]

/** A terminal in the year of the rows. */
const onTerminal = { columns: 100, env: { NO_COLOR: '1' }, clock: steppingClock() }

/** Cells that are no time. */
const times = [
  ...['06/07/2026', '06-07-2026 18:00', '06.20.2026 18:00', '2026-06-20', '2026-06-20 25:10', '2026-06-20 13:00 PM'],
  ...['2026-02-30 18:00', '2024-02-30 18:00', '31/31/2026 18:00', '31/32/2026 18:00', '2026-13-01 18:00'],
  ...['2026-06-20T18:00:00+02:00', '46193.75', '46193', '146193', '46193 days', '20.06.26 18:00', 'on 20.06.26'],
  ...['2026-06-20 25:10 Z', 'soon', `on the day after ${'x'.repeat(100)}`],
]

test('messages of src/cli/sheet', async () => {
  const messages = new Messages('src/cli/sheet')
  const cli = commandLine({ events: 0 })

  messages.about('Flags that are wrong')
  await messages.refused(cli, [
    ...['upsert --ndjson --csv events.csv', 'upsert --map title=Name', 'upsert --date-order dmy --title Picnic'],
    ...['upsert --ndjson --identifier-from calendar:Nr', 'upsert --csv events.csv --date-order ymd'],
    ...['upsert --csv no/such.csv', 'upsert --csv .'],
    ['upsert --csv -', '\n\n'],
  ])

  messages.about('Files that are no CSV')
  const sheet = 'Nr;Name\n1;Fest\n2;F\u00eate\n'
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  for (const around of [
    { input: Buffer.from(sheet, 'latin1') },
    { input: Buffer.from(`\ufeff${sheet}`, 'utf16le') },
    { input: Buffer.from('PK\u0003\u0004...') },
    { input: Buffer.alloc(16 * 1024 * 1024 + 1, 'a') },
    { stdin: terminal },
  ])
    expect((await messages.ran(cli, upsert, around)).code).toBe(2)

  messages.about('Sheets that do not fit')
  await messages.refused(
    cli,
    misfits.map(([each, flags]) => [flags ? `${upsert} ${flags}` : upsert, each] as const),
  )

  messages.about('Sheets in which something is missing')
  await messages.refused(
    cli,
    incomplete.map(([each, flags]) => [flags ? `upsert --csv - ${flags}` : 'upsert --csv -', each] as const),
  )

  messages.about('Rows that are not sent')
  const german = `${upsert} --map title=Name,start_date=Wann`
  const ofTimes = `Nr;Name;Wann\n${times.map((each, index) => `${index};Fest;${each}\n`).join('')}`
  messages.add([german], await cli.ran([...german.split(' '), '--json'], { input: ofTimes }), ofTimes)
  await messages.ran(cli, `${german} --date-order dmy --dry-run`, { input: 'Nr;Name;Wann\n1;Fest;13/13/2026 18:00\n' })
  await messages.ran(cli, `${german} --date-order mdy --dry-run`, { input: 'Nr;Name;Wann\n1;Fest;13/13/2026 18:00\n' })
  const rows = [
    ...['Nr;Name;Wann', ';Early;', '1;"Fest', 'am See";2026-06-20 18:00', ';Party;', '', '3;;soon', '4;Picnic;;a;b'],
    ...['5;Twice;', '5;Twice again;', '1.23E+11;Long;', '9;;', 'x;Fair;'],
  ]
  await messages.ran(cli, german, { input: rows.join('\n') })
  await messages.ran(cli, `${german} --dry-run`, { input: rows.join('\n'), ...onTerminal })
  const numbers = Array.from({ length: 80 }, (_, index) => index + 1)
  const many = `Nr;Name;Wann\n${numbers.map((each) => `${each};Fest ${each};${each % 5 ? `${each}/x` : ''}`).join('\n')}\n;Fair;\n`
  messages.add(german.split(' '), { ...(await cli.ran(german.split(' '), { input: many })), stdout: '' })
  const four = 'Nr;Name\n;Fest\n;Fest\n;Fest\n;Fest\n'
  await messages.ran(cli, `${upsert} --map title=Name`, { input: four })

  messages.about('What a dry run says about columns')
  const heads =
    'identifiers,Title,Origin System,Location.Venue,total_accepted,,\ncalendar:1,Picnic,Calendar,Old Mill,3,,\n'
  for (const more of [' --dry-run', '']) await messages.ran(cli, `upsert --csv -${more}`, { input: heads })
  const towns = 'Nr;Name;Town\n1;Fest;Atlantis\n'
  const ofTown = `${upsert} --map title=Name,location.locality=Town`
  for (const flags of [ofTown, `${ofTown} --dry-run`, ofTown]) await messages.ran(cli, flags, { input: towns })
  for (const more of ['', ' --dry-run'])
    await messages.ran(cli, ofTown + more, { input: `${towns}2;Fair;Boston\n`, ...onTerminal })
  await messages.isIn('sheet.txt')
})
