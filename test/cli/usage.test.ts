import { expect, test } from 'vitest'
import { commandLine, expectWrong, ran } from '../support/command-line.ts'

const wrong: readonly (readonly [args: string, says: RegExp, input?: string])[] = [
  ['mok', /unknown command 'mok'\n {2}did you mean mock\?/],
  ['--verbose', /unknown option '--verbose'/],
  ['mock --prot 4010', /unknown option '--prot'\n {2}did you mean --port\?/],
  ['mock --port', /--port <number>.* missing/],
  ['mock --seed --cors', /--seed: the value is missing before --cors/],
  ['mock --seed=', /--seed: must not be empty/],
  ['mock --host=', /--host: must not be empty/],
  ['mock --port abc', /--port: must be/],
  ['mock --port 70000 -- echo', /--port: must be/],
  ['mock --port -1', /--port: must be/],
  ['mock --events 1.5', /--events: must be a whole number from 0 to 2000000/],
  ['mock --events=1e3', /--events: must be a whole number from 0 to 2000000/],
  ['mock --events 1000000000', /--events: must be a whole number from 0 to 2000000/],
  ['mock --per-page 0', /--per-page: must be a whole number from 1 up/],
  ['mock --namespace osdi', /--namespace: must be a name/],
  ['mock --group-key schlüssel', /--group-key: must be 1 to 512 printable ASCII characters/],
  ['mock --individual-key schlüssel', /--individual-key: must be 1 to 512 printable ASCII characters/],
  ['mock --group-key same --individual-key same', /--individual-key: must not be the key of the group/],
  ['mock --now yesterday', /--now: must be an ISO 8601 date-time with a zone, such as/],
  ['mock --latency soon', /--latency: must be/],
  ['mock --allow-host http://mock.test', /--allow-host: must be a name/],
  ['mock --rate-limit 0', /--rate-limit: must be a whole number from 1 up, or off/],
  ['mock --no-cors', /unknown option '--no-cors'/],
  ['mock npm test', /unexpected 'npm'\n.* osdi-events mock -- npm/],
  ['mock --port 0 --', /no command after --/],
  ['list --api v3', /--api: must be v1 or v2/],
  ['list --max 0', /--max: must be a whole number from 1 up/],
  ['list --max many', /--max: must be a whole number from 1 up/],
  ['list --rate-limit 0', /--rate-limit: must be more than 0/],
  ['list --base-url ftp://events.example.org', /--base-url: must begin with https/],
  ['list --base-url http://events.example.org', /--allow-insecure-http/],
  ['list --namespace a:b', /--namespace: must be a prefix/],
  ['list --key-file /no/such/file', /--key-file: \/no\/such\/file is not there/],
  ['list --fields title,', /--fields: must be names with commas between them/],
  ['list --fields title,name,title', /--fields: title is given twice/],
  ['list --api-key secret', /unknown option '--api-key'/],
  ['get', /missing required argument 'event'\n {2}osdi-events get --help shows the arguments and flags\n$/],
  ['get one two', /unexpected 'two': get takes one argument, <event>\n/],
  ['get -- -one --two', /unexpected '--two': get takes one argument, <event>\n {2}write flags before --\n/],
  ['get --', /missing required argument 'event'/],
  ['list events', /unexpected 'events': list takes no argument\n/],
  ['export events.csv', /unexpected 'events.csv': export takes no argument\n {2}to write a file, give --out FILE\n/],
  ['upsert events.csv', /takes no argument\n {2}to read a file, give --csv FILE, or --ndjson < FILE\n/],
  ['create event.json', /takes no argument\n {2}to read a file, write: osdi-events create < FILE\n/],
  ['update 1 event.json', /takes one argument, <event>\n {2}to read a file, write: osdi-events update ID < FILE\n/],
  ['check service.json', /takes no argument\n {2}to write a file, give --save FILE\n/],
  ['list -- --max 3', /unexpected '--max', '3': list takes no argument\n {2}write flags before --\n/],
  ['export -- --out events', /unexpected '--out', 'events': export takes no argument\n {2}write flags before --/],
  ['create --title Picnic --origin-system x -- --name Fair', /unexpected '--name', 'Fair': create takes no/],
  ['update 1 --title Fair -- --clear description', /unexpected '--clear', 'description': update takes one argument/],
  ['upsert --identifier a:1 --title x --origin-system x -- --json', /unexpected '--json': upsert takes no argument/],
  ['attendances 1 -- --max 3', /unexpected '--max', '3': attendances takes one argument/],
  ['rsvp 1 --email ada@example.org -- --status declined', /unexpected '--status', 'declined': rsvp takes one argument/],
  ['check -- --api v1', /unexpected '--api', 'v1': check takes no argument/],
  ['create --origin-system x --title -- --name Fair', /--title: the value is missing before --\n/],
  ['-- list --max 3', /unexpected '--max', '3': list takes no argument\n {2}write flags before --\n/],
  ['mock --seed -- npm test', /--seed: the value is missing before --\n/],
  ['create --title Picnic', /--origin-system: is missing\n/],
  ['create --start 2026-05-01T18:00:00', /--title: is missing; --origin-system: is missing\n/],
  ['create --set title=Picnic --start 2026-05-01T18:00:00', /^error: --origin-system: is missing\n/],
  [
    'create --set locaton.venue=Mill',
    /--set: locaton.venue is not a field of an event in v2\n {2}did you mean location.venue\?/,
  ],
  [
    'update x --set location.venu=Mill',
    /--set: location.venu is not a field [^\n]*\n {2}did you mean location.venue\?/,
  ],
  ['upsert --set titel=Picnic', /--set: titel is not a field of an event in v2\n {2}did you mean title\?/],
  ['create --set nonsense=1', /error: nonsense: is not a field of an event in v2; there are title/],
  ['create --set status=cancelled', /--set: the service sets status, and it cannot be sent\n/],
  ['update x --set platform:hidden:=true', /--set: the service sets platform:hidden, and it cannot be sent\n/],
  ['update x --status cancelled', /--status: the service sets status, and it cannot be sent\n/],
  ['create --total-accepted 3', /--total-accepted: the service sets total_accepted, and it cannot be sent\n/],
  ['create --titel Picnic', /unknown option '--titel'\n {2}did you mean --title\?/],
  ['create --stapus x', /unknown option '--stapus'\n {2}osdi-events create --help shows the arguments and flags\n/],
  [
    'create --start 5/12/2026',
    /--start: "5\/12\/2026" can be 5 December or 12 May, and has no time of day\n {2}write it as 2026-06-20 18:00\n/,
  ],
  ['update x --end soon', /--end: "soon" is not a date and time\n {2}write it as 2026-06-20 18:00\n/],
  [
    'update x --set end_date=2026-12-05T18:00:00+01:00',
    /--set: end_date: "2026-12-05T18:00:00\+01:00" has the offset \+01:00/,
  ],
  ['create --api v1 --title Picnic --origin-system x --end 2026-05-01', /--end: version 1 has no such field/],
  ['create --set title', /--set: must be field=text or field:=JSON, not title/],
  ['create --set location.venue:=x', /--set: the value of location\.venue is not JSON/],
  [
    'create --set title=x --set title.text=y',
    /--set: title\.text is inside a field that another flag sets to text\n {2}use one of the two/,
  ],
  ['create', /standard input is not JSON/, ''],
  ['create', /standard input must be a JSON object/, '[{"title":"Picnic"}]'],
  ['create', /titel: is not a field of an event in v2/, '{"titel":"Picnic","origin_system":"Calendar"}'],
  ['update 1 --clear title', /title: /],
  ['update 1 --set __proto__.x=y', /^error: __proto__: is not a field of an event in v2/],
  ['create --set toString=y', /^error: toString: is not a field of an event in v2/],
  ['export --format xml', /--format: must be ndjson, json, csv or ics/],
  ['export --resume', /--resume: needs --out/],
  ['export --out - --resume', /--resume: needs --out/],
  ['export --resume-within 12h', /--resume-within: needs --out/],
  ['export --resume-within 12 --out events', /--resume-within: must be a time such as 90m, 12h or 2d\n/],
  ['export --resume-within 0h --out events', /--resume-within: must be a time such as/],
  ['export --prefetch -1', /--prefetch: must be/],
  ['export --prefetch all --out events', /--prefetch: must be/],
  ['export --out .', /--out: \. already exists and is not a file/],
  ['export --out nowhere/events.ndjson', /--out: the folder nowhere does not exist\n/],
  ['export --campaign ../x --out events', /--campaign: /],
  ['list --filter x --changed-since 2026-05-01T00:00:00Z', /--filter: cannot be combined with --changed-since/],
  ['export --filter x --changed-since 2026-05-01T00:00:00Z', /--filter: cannot be combined with --changed-since/],
  ['list --changed-since yesterday', /--changed-since: must be a date-time with a zone, such as 2026-05-01T00:00:00Z/],
  ['export --api v1 --changed-since 2026-05-01', /--changed-since: must be a date-time with a zone/],
  ['export --cursor last', /--cursor: needs --out/],
  ['export --cursor last --out -', /--cursor: needs --out/],
  ['export --cursor ./last --out last', /--cursor: must not be the same file as --out/],
  ['export --cursor last --out new --resume', /--cursor: an interrupted export runs again .*\n {2}leave out --resume/],
  ['export --cursor last --out new --resume-within 1h', /--cursor: .*\n {2}leave out --resume/],
  ['export --cursor last --out new --filter x', /--cursor: .*\n {2}leave out --filter/],
  [
    'export --cursor last --out new --changed-since 2026-05-01T00:00:00Z',
    /--cursor: .*\n {2}leave out --changed-since/,
  ],
  ['export --cursor . --out new', /--cursor: \. already exists and is not a file/],
  ['export --cursor nowhere/last --out new', /--cursor: the folder nowhere does not exist\n/],
  ['upsert --title Picnic --origin-system x', /--identifier: must have an identifier of your own system/],
  ['upsert', /standard input must be a JSON object/, '[]'],
  ['upsert --ndjson --title Picnic', /--ndjson: takes all fields from standard input/],
  ['upsert --resume state', /--resume: needs --ndjson or --csv/],
  ['upsert --ndjson --csv events.csv', /--csv: cannot be combined with --ndjson/],
  ['upsert --map title=Name', /--map: needs --csv/],
  ['upsert --ndjson --identifier-from calendar:Nr', /--identifier-from: needs --csv/],
  ['upsert --date-order dmy --title Picnic', /--date-order: needs --csv/],
  ['upsert --csv events.csv --date-order ymd', /--date-order: must be dmy or mdy\n/],
  ['upsert --csv no/such.csv', /--csv: no\/such\.csv is not there/],
  ['upsert --csv .', /--csv: \. cannot be read/],
  ['upsert --csv -', /standard input is empty\n {2}its first row must have the names of the columns/, '\n\n'],
  ['upsert --ndjson --dry-run --resume state', /--resume: cannot be combined with --dry-run/],
  ['attendances 1 --people --max 1e9', /--max: must be a whole number from 1 up/],
  ['attendances 1 --format ics', /^error: --format: must be ndjson, json or csv\n$/],
  ['export --format ical', /^error: --format: must be ndjson, json, csv or ics\n$/],
  ['export --out e.ics --resume', /^error: --resume: a calendar is written at the end/],
  ['export --out e.ics --resume-within 2h', /^error: --resume-within: a calendar is written at the end/],
  ['export --format ics --fields title', /^error: --fields: a calendar has its own fields/],
  ['export --format ics --zone +02:00', /^error: --zone: \+02:00 is no time zone/],
  ['export --format ics --zone Europe/Berlim', /^error: --zone: Europe\/Berlim is no time zone/],
  ['export --zone Europe/Berlin', /^error: --zone: has an effect only with --upcoming/],
  ['export --include-private', /^error: --include-private: is for calendars/],
  ['list --from 2026-06-31', /^error: --from: 2026-06-31 is not in the calendar\n$/],
  ['list --status canceled', /^error: --status: no event has the status canceled\n {2}did you mean cancelled\?\n$/],
  ['list --to tomorrow', /^error: --to: must be a date or a local time\n {2}write it as 2026-06-20 /],
  ['list --sort date', /^error: --sort: must be start, title or rsvps\n$/],
  ['list --upcoming --max 0', /^error: --max: must be a whole number from 1 up/],
  ['export --cursor c --out o --public', /^error: --cursor: already selects the events\n {2}leave out --public\n$/],
  ['export --campaigns --campaign c1', /^error: --campaigns: cannot be combined with --campaign\n/],
  ['export --campaigns --cursor state --out new', /^error: --campaigns: cannot be combined with --cursor\n/],
  ['export --campaigns --resume --out new', /^error: --campaigns: cannot be combined with --resume\n/],
  ['export --campaigns --resume-within 1h --out new', /^error: --campaigns: cannot be combined with --resume-within\n/],
  [
    'export --campaigns --changed-since 2026-05-01T00:00:00Z',
    /^error: --campaigns: cannot be combined with --changed-since\n/,
  ],
  ['rsvp 1', /--email: is missing; give an e-mail address/],
  ['rsvp 1 --email ada', /--email: must be an e-mail address/],
  [
    'rsvp 1 --email ada@example.org --status declned',
    /--status: must be accepted, declined, tentative, needs action or attended\n {2}did you mean declined\?\n/,
  ],
  ['rsvp 1 --email ada@example.org --status yes', /--status: must be [^\n]+ or attended\n$/],
  [
    'rsvp 1 --person p1 --email ada@example.org',
    /--person: cannot be combined with other flags that describe a person/,
  ],
  ['rsvp 1 --person ada@example.org', /--person: must be a person's id, not an e-mail address/],
  ['mock --intercept', /^error: --intercept: needs a command after --\n$/],
  ['mock --intercept -- true', /^error: --intercept: needs --preset or --base-url\n$/],
  [
    'mock --preset action-network --base-url http://127.0.0.1:4010 --intercept -- true',
    /^error: --intercept: --base-url must be the address of another machine\n$/,
  ],
  ['mock --pass-host example.org -- true', /^error: --pass-host: works only where requests are intercepted\n$/],
  [
    'mock --preset action-network --no-intercept --pass-host example.org -- true',
    /^error: --pass-host: works only where requests are intercepted\n$/,
  ],
  [
    'mock --preset action-network --pass-host https://example.org -- true',
    /^error: --pass-host: must be a name or an address, without a port\n$/,
  ],
  [
    'mock --preset action-network --pass-host ActionNetwork.org -- true',
    /^error: --pass-host: ActionNetwork.org is the host that leads to the mock\n$/,
  ],
  ['upsert --ndjson --resume nowhere/state', /--resume: the folder nowhere does not exist\n/],
]

test.for(wrong)(
  'osdi-events %s prints one line, exits with code 2 and sends no request',
  async ([args, says, input = '']) => {
    const cli = commandLine({ events: 0 })
    expectWrong(await cli.ran(args.split(' '), { input }), says)
    expect(cli.service.requests).toEqual([])
  },
)

test('an id that begins with a dash is accepted after --', async () => {
  const cli = commandLine({ events: 0 })
  for (const args of [
    ['get', '--', '-7'],
    ['update', '--title', 'Moved', '--', '--7'],
    ['attendances', '--', '-x'],
    ['rsvp', '--email', 'ada@example.org', '--', '--status'],
  ]) {
    cli.service.requests.clear()
    expect(await cli.ran(args)).toMatchObject({ code: 1, stderr: expect.stringContaining('404') })
    expect(cli.service.requests[0]?.path).toContain(`/events/${args.at(-1)}`)
  }
})

test('a command without a key or a base URL says how to set it', async () => {
  expectWrong(
    await ran(['list']),
    /no address of a service\n {2}give --preset action-network, or another address with --base-url or in EVENTS_BASE_URL\n/,
  )
  const noKey = /no API key\n {2}set EVENTS_API_KEY, or name a file that has the key with --key-file/
  expectWrong(await ran(['list', '--base-url', 'https://events.example.org']), noKey)
})

test('the error for a wrong flag contains no terminal control characters', async () => {
  const { code, stderr } = await ran(['mock', '--\u001b[2J\nport'])
  expect(stderr).toMatch(/^error: [\x20-\x7e]+\n {2}[\x20-\x7e]+\n$/)
  expect(stderr).toContain('--\\u001b[2J')
  expect(code).toBe(2)
})

test('osdi-events without a command prints the help and exits with code 2', async () => {
  const { code, stdout, stderr } = await ran([])
  expect(stderr).toMatch(/^Usage: osdi-events /m)
  expect(stderr).toMatch(/^ {2}mock /m)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

test.for([
  ['mock', '--help'],
  ['help', 'mock'],
  ['mock', '-h'],
])('help and --help print the help on standard output: %s', async (args) => {
  const { code, stdout, stderr } = await ran(args)
  const flags = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag)
  expect(flags.filter((flag) => !['--help', '--exit-with-parent'].includes(flag ?? '')).sort()).toEqual(
    `--allow-host --assumptions --base-url --cors --events --group-key --host --individual-key --intercept --json --latency --namespace --no-color --no-intercept
    --no-ui --now --pass-host --per-page --port --preset --rate-limit --seed --state --trust-proxy`.split(/\s+/),
  )
  expect(stdout).toContain('osdi-events mock -- npm test')
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('does not serve the explorer')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('--version prints the version of the package', async () => {
  const { default: manifest } = await import('../../package.json')
  expect(await ran(['--version'])).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

test.for(['list', 'get', 'campaigns', 'create', 'update', 'upsert', 'attendances', 'rsvp'])(
  'the help of %s has examples and the exit codes',
  async (command) => {
    const { code, stdout, stderr } = await ran([command, '--help'])
    expect(stdout).toContain(`\nExamples:\n  osdi-events ${command} `)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the service refuses the key, 130 interrupted',
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  },
)
