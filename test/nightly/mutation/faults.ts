/** A small fault: one place of the code, and what it becomes. */
export interface Fault {
  /** What goes wrong, in words; stays the same when the code around it changes. */
  readonly name: string
  readonly file: string
  /** Stands in the file exactly once, within one line. */
  readonly from: string
  readonly to: string
}

const below =
  (folder: string) =>
  (name: string, file: string, from: string, to: string): Fault => ({ name, file: `${folder}/${file}`, from, to })

const core = below('src/core')
const mock = below('mock-server')
const cli = below('src/cli')
const explorer = below('explorer')

/** The faults that the tests are held to. */
export const faults: readonly Fault[] = [
  // Retries, rate limit and time
  core('one retry too few', 'http/retry.ts', 'made > policy.limit', 'made >= policy.limit'),
  core('408 is not retried', 'http/retry.ts', 'new Set([408, 429, 500', 'new Set([429, 500'),
  core('DELETE is retried', 'http/retry.ts', "return method !== 'DELETE'", 'return true'),
  core(
    'a create is retried though it may double',
    'http/retry.ts',
    'if (recognised || ',
    'if (recognised !== undefined || ',
  ),
  core('Retry-After counts milliseconds', 'http/retry.ts', 'Number(value) * 1000', 'Number(value)'),
  core('maxRetryAfter is not appliedFilter', 'http/retry.ts', 'if (asked > policy.maxRetryAfter)', 'if (asked > 1e12)'),
  core('the retry budget is never given back', 'http/retry.ts', 'this.#left + count)', 'this.#left)'),
  core(
    'a shorter pause replaces a longer one',
    'http/rate-limit.ts',
    'Math.max(this.#asked, now + asked)',
    'now + asked',
  ),
  core(
    'a pause after 429 does not begin',
    'http/transport.ts',
    'if (response.status === 429)',
    'if (response.status === 430)',
  ),
  core(
    'an aborted waiter keeps its slot',
    'http/rate-limit.ts',
    'if (slot !== undefined) this.#release',
    'if (slot !== undefined && !signal?.aborted) this.#release',
  ),
  core('an abort loses its reason', 'http/transport.ts', 'throw options.signal.reason', "throw new Error('aborted')"),
  core(
    'a body has a time limit of its own',
    'http/call-context.ts',
    'options.timeout - attempt.spent',
    'options.timeout',
  ),
  // Keys, addresses and redirects
  core(
    'a link with credentials is followed',
    'address/service-address.ts',
    '|| url.username || url.password) return undefined',
    ') return undefined',
  ),
  core(
    'a link to another origin is followed',
    'address/service-address.ts',
    'url.origin !== this.#root.origin || ',
    '',
  ),
  core('one redirect too many', 'address/link-policy.ts', 'maxRedirects = 3', 'maxRedirects = 4'),
  core('an id is not encoded', 'address/service-address.ts', '}/$' + '{encodeURIComponent(id)}`', '}/$' + '{id}`'),
  core('the key shows in Base64', 'base/redact.ts', '...base64Patterns(text), ', ''),
  core(
    'hooks see the key in headers',
    'http/call-context.ts',
    'Object.fromEntries(this.headers(headers))',
    'Object.fromEntries(headers)',
  ),
  core(
    'the body of an error shows the key',
    'http/response-errors.ts',
    'isShort ? context.redactor.value(read(text))',
    'isShort ? read(text)',
  ),
  // Bodies and schemas
  core('a body of exactly the limit is too long', 'http/body.ts', 'if (room < 0)', 'if (room <= 0)'),
  core(
    'HTML is taken for JSON',
    'http/response-errors.ts',
    'isJsonType(response) === false',
    'isJsonType(response) === undefined',
  ),
  core(
    'null passes where a value is required',
    'schema/fit.ts',
    'if (member ? typeof field !== member.type &&',
    'if (member ? field !== null && typeof field !== member.type &&',
  ),
  core(
    'an update drops null',
    'calls/request-body.ts',
    'Object.entries(fields).map(',
    'Object.entries(fields).filter(([, value]) => value !== null).map(',
  ),
  core('a numeric offset is sent', 'hal/local-time.ts', "zone.toUpperCase() !== 'Z'", "zone === 'none'"),
  core('a 5xx counts as not applied', 'http/call-context.ts', 'status >= 400 && status < 500', 'status >= 400'),
  // Event campaigns
  core(
    'version 1 writes event campaigns',
    'calls/writes.ts',
    'if (isReadOnly) throw',
    'if (isReadOnly === null) throw',
  ),
  core(
    'a create forgets its event campaign',
    'calls/writes.ts',
    'const url = eventsUrl(context, campaign)',
    'const url = eventsUrl(context, undefined)',
  ),
  core(
    'a link to a person is the address of an event campaign',
    'calls/client-context.ts',
    'if (isAddressOf(noun, url.href)) return url',
    'if (url.href) return url',
  ),
  core('an event is read as an event campaign', 'schema/campaign-rows.ts', "events: 'an event',", "event: 'an event',"),
  // People
  core(
    'a repeated person tells a position in people',
    'paging/page-iterator.ts',
    'if (!this.#source.isOrdered)',
    'if (this.#source.isOrdered === undefined)',
  ),
  core(
    'a person is asked for twice',
    'calls/roster.ts',
    'this.#people.get(url.href) ?? this.#request(url)',
    'this.#request(url)',
  ),
  core(
    'an abort is an error beside an RSVP',
    'calls/roster.ts',
    'signal?.throwIfAborted()',
    'signal?.addEventListener',
  ),
  core(
    'entries of a roster are lost at its deadline',
    'calls/roster.ts',
    'Object.assign(error, { checkpoint })',
    'Object.assign(error, { checkpoint: undefined })',
  ),
  core(
    'an error shows the body of a person',
    'http/response-errors.ts',
    '...(!context.isPersonal && { body })',
    '...(context && { body })',
  ),
  core(
    'hooks show a filter of people',
    'calls/lists.ts',
    'const shownUrl = resource.isPersonal && this.#shown(address)',
    'const shownUrl = resource.isPersonal && address.href',
  ),
  core('an event counts as an RSVP', 'hal/recognise.ts', 'if (hasOne(resource, namesOfEvents)) return false', ''),
  core('a telephone number needs six digits', 'schema/request-schema.ts', '?? 0) >= 7', '?? 0) >= 6'),
  // Pagination
  core(
    'shifted at an equal total, too few are dropped',
    'paging/cursor.ts',
    'Math.max(found + 1, offset)',
    'found + 1',
  ),
  core('shifted at an equal total, it is not said', 'paging/cursor.ts', 'found >= offset', 'found > offset'),
  core('a smaller total is taken as it is', 'paging/cursor.ts', 'if (grown < 0)', 'if (grown < -1000)'),
  core('events without identity are deduplicated', 'paging/repeats.ts', "if (id !== '') ids.add(id)", 'ids.add(id)'),
  core('ten identifiers are remembered', 'paging/repeats.ts', 'maxIds = 1000', 'maxIds = 10'),
  core('a checkpoint forgets uncertainty', 'paging/checkpoint.ts', 'uncertain: !certain ||', 'uncertain: false ||'),
  core('a checkpoint forgets its place in a page', 'paging/checkpoint.ts', 'passed: offset ||', 'passed: 0 ||'),
  core('prefetch keeps guessing', 'paging/prefetch.ts', 'this.#linksAgree = false', 'this.#linksAgree = true'),
  core(
    'prefetched pages are not let go',
    'paging/prefetch.ts',
    'this.#controller.abort(new DOMException',
    'void (new DOMException',
  ),
  core(
    'a circle of pages is followed',
    'paging/repeats.ts',
    'this.#passed.has(url.href)',
    'this.#passed.has(url.hash)',
  ),
  core('toArray never says that there is more', 'paging/pager.ts', 'more: pages.more', 'more: false'),
  core('maxPages is one more', 'paging/page-iterator.ts', 'pages >= maxPages', 'pages > maxPages'),
  // Command line
  cli(
    'an interrupted export takes the final name',
    'export/file-output.ts',
    'if (!this.#isFinished && !this.#saved) await this.#io.fs.rm(partNames(this.#out).part, { force: true })',
    'if (!this.#isFinished) await this.#io.fs.rename(partNames(this.#out).part, this.#out)',
  ),
  cli('a refused key exits with 1', 'run/client-error.ts', 'new CliError(3,', 'new CliError(1,'),
  cli(
    'an update drops the identifiers of other systems',
    'write/upsert-event.ts',
    '? [...new Set([...externalIdentifiers(known, namespace), ...given])] : given',
    '? given : given',
  ),
  cli(
    'the exit code of a command beside the mock is lost',
    'test/mock/run-beside.ts',
    'return code === 0 ? await end() : code',
    'return end()',
  ),
  cli(
    'the command beside the mock keeps the key header of the real service',
    'test/mock/run-beside.ts',
    'EVENTS_KEY_HEADER: undefined,',
    '',
  ),
  cli('a row that was answered 429 is not sent again', 'write/upsert-lines.ts', '[408, 425, 429]', '[408, 425]'),
  cli(
    'rows go on after a refused key',
    'write/upsert-lines.ts',
    'if (exitCode === 3 || isOfFlag) throw error',
    'if (isOfFlag) throw error',
  ),
  cli('a selected list has one event too many', 'read/list.ts', 'items.length === max', 'items.length > max'),
  cli(
    '--sort rsvps begins with the fewest',
    'read/list.ts',
    'rsvpsOf(other) - rsvpsOf(one)',
    'rsvpsOf(one) - rsvpsOf(other)',
  ),
  cli(
    'check --against exits with 1 after a change',
    'test/check.ts',
    'changes.lines.length > 0 ? 4 : 0',
    'changes.lines.length > 0 ? 1 : 0',
  ),
  cli('an export does not wait for its file', 'export/run.ts', 'await output.finish()', 'void output.finish()'),
  cli('--prefetch is lost', 'export/run.ts', '      prefetch,', '      prefetch: undefined,'),
  cli('--resume takes files of one hour only', 'export/flags.ts', '(resume && day)', '(resume && hour)'),
  cli(
    '--campaigns exports an event twice',
    'export/run.ts',
    'if (seen.has(id)) return false',
    'if (seen.has(id)) return true',
  ),
  cli(
    '--public shows what is not public',
    'read/selection.ts',
    'if (isPublicOnly && !isPublic(event)) return false',
    'if (isPublicOnly && isPublic(event)) return false',
  ),
  cli(
    '--to leaves out its last second',
    'read/selection.ts',
    'start.slice(0, to.length) <= to',
    'start.slice(0, to.length) < to',
  ),
  cli(
    '--postal-code is dropped',
    'write/rsvp.ts',
    '...(postalCode !== undefined &&',
    '...(postalCode === undefined &&',
  ),
  cli(
    'a roster shows the first contact instead of the primary one',
    'read/roster-table.ts',
    "given.find((each) => valueAt(each, 'primary') === true) ?? given[0]",
    'given[0]',
  ),
  cli('the head of a CSV column can be a formula', 'read/formats.ts', 'fields.map(guarded)', 'fields'),
  cli(
    '--date-order is lost for times in flags',
    'write/event-fields.ts',
    'readCellTime(given, flags.dateOrder)',
    'readCellTime(given)',
  ),
  cli(
    'noon is midnight',
    'sheet/cell-time.ts',
    '(hour % 12) + (/^p/i.test(half) ? 12 : 0)',
    '(hour % 12) + (/^p/i.test(half) && hour < 12 ? 12 : 0)',
  ),
  cli(
    'rows are counted from the line that names the delimiter',
    'sheet/csv-table.ts',
    "let number = naming === '' ? 1 : 0",
    'let number = 1',
  ),
  cli(
    'a refused key of doctor exits with 1',
    'test/doctor/command.ts',
    'if (examination.isKeyRefused) return 3',
    'if (examination.isKeyRefused) return 1',
  ),
  cli(
    'the first of two ids that begin alike is taken',
    'read/short-id.ts',
    'if (others.length > 0)',
    'if (others.length > 1)',
  ),
  cli(
    'a dry run mixes up repeated and changed rows',
    'write/dry-run.ts',
    "before.text === text ? 'unchanged' : 'updated'",
    "before.text === text ? 'updated' : 'unchanged'",
  ),
  cli('a lock is free after six seconds', 'files/lock.ts', 'staleAfterMs = 60_000', 'staleAfterMs = 6000'),
  cli(
    '--no-color behind -- counts',
    'command-line.ts',
    "flagsBeforeDashes(args).includes('--no-color')",
    "args.includes('--no-color')",
  ),
  cli('--upcoming leaves out what begins this second', 'read/selection.ts', 'start >= earliest', 'start > earliest'),
  cli(
    'an identifier keeps the apostrophe of its cell',
    'write/sheet-rows.ts',
    "identifier && withoutFormulaQuote(cells[identifier.column] ?? '')",
    "identifier && (cells[identifier.column] ?? '')",
  ),
  cli('0:30 PM is a time', 'sheet/cell-time.ts', 'if (hour < 1 || hour > 12) return', 'if (hour > 12) return'),
  cli(
    'each --resume renews the age that --resume-within looks at',
    'export/file-output.ts',
    'new FileOutput(io, out, file, held, resumable, resumable)',
    'new FileOutput(io, out, file, held, { of, begun: now }, resumable)',
  ),
  cli(
    'record: the key in other letters is not hidden',
    'test/record/words.ts',
    'text.toLowerCase().includes(key.toLowerCase())',
    'text.includes(key)',
  ),
  cli('EVENTS_KEY_HEADER is ignored', 'run/service.ts', 'flags.keyHeader || env.EVENTS_KEY_HEADER', 'flags.keyHeader'),
  // Mock service: rules
  mock('an attendee cannot be read', 'store/store.ts', 'this.#know(person, this.scopesOf(event))', ''),
  mock(
    'of two matches the newer wins',
    'rules/identifiers.ts',
    'a.event.serial - b.event.serial',
    'b.event.serial - a.event.serial',
  ),
  mock('null in PUT clears nothing', 'rules/events.ts', 'value ?? undefined', 'value ?? before[name]'),
  mock('a reminder due now is not sent', 'rules/reminders.ts', 'due >= clock.now()', 'due > clock.now()'),
  mock(
    'a person counts twice',
    'rules/attendances.ts',
    "assumptions.onePersonOnce === 'once'",
    "assumptions.onePersonOnce !== 'once'",
  ),
  mock('any member may be named as creator', 'rules/people.ts', 'creatorRoles.includes(role)', 'role.length > 0'),
  mock('events of other owners are in scope', 'rules/scope.ts', 'event.owner === key.owner :', 'true :'),
  mock(
    'the dashboard shows events of the interface',
    'rules/attendances.ts',
    ".filter(({ via }) => via === 'ui')",
    '.filter(({ via }) => via.length > 0)',
  ),
  mock('the rate limit is one more', 'api/handle.ts', '(token) > perSecond', '(token) > perSecond + 1'),
  mock(
    'a write does not move the clock',
    'clock.ts',
    'Math.min(this.#now + second, lastSecond)',
    'Math.min(this.#now, lastSecond)',
  ),
  mock('per_page above the maximum is honoured', 'api/page.ts', 'Math.min(Number(size), perPage)', 'Number(size)'),
  mock('a page is stale after a write', 'api/page.ts', 'store.revision, write)', '0, write)'),
  mock(
    'a single event is stale after a write',
    'rules/events.ts',
    'store.replaceEvent(now)',
    'store.events.get(now.id)',
  ),
  // Mock service: faults, request log, snapshots, server
  mock(
    'an nth rule applies for ever',
    'faults/active-fault.ts',
    'nth === undefined ? Number.POSITIVE_INFINITY : 1',
    'Number.POSITIVE_INFINITY',
  ),
  mock(
    'a rule that did not apply is spent',
    'faults/apply.ts',
    'if (fault && !this.applied.includes(fault)) fault.release()',
    'void fault',
  ),
  mock(
    'adjacent keys show in the request log',
    'requests/redact.ts',
    'new RegExp(anyOf(longestFirst, 2), ',
    "new RegExp(anyOf(longestFirst, 2) + '(?![a-z0-9])', ",
  ),
  mock('a snapshot shares its store', 'snapshot.ts', 'store: data.store.clone()', 'store: data.store'),
  mock(
    'pages of a clone are shared',
    'store/lists.ts',
    'new Lists(this.#serials.clone(), this',
    'new Lists(this.#serials, this',
  ),
  mock('closing does not save', 'server/state-file.ts', 'await this.#save()', 'return'),
  mock('pages of the same site reach the admin API', 'server/guard.ts', "|| site === 'same-site'", ''),
  mock('a rate limit is per service', 'api/handle.ts', 'this.#counts.get(token)', "this.#counts.get('')"),
  // Explorer
  explorer(
    'a gap in the numbers of the explorer is not seen',
    'state/request-list.ts',
    'first.number === list.last + 1',
    'first.number > list.last',
  ),
  explorer(
    'requests before a clear count as gone',
    'state/request-list.ts',
    'list.last - list.logLimit - list.cleared',
    'list.last - list.logLimit',
  ),
  explorer('a request is sent again with a redacted header', 'requests/replay.ts', " && value !== '[redacted]'", ''),
  explorer(
    'curl reads the brackets of an address',
    'requests/replay.ts',
    '/[[\\]{}]/.test(url)',
    '/[{}]{9}/.test(url)',
  ),
  explorer(
    'a write that stored nothing looks right',
    'requests/reason.ts',
    'request.status === 200 && isWrite',
    'request.status === 201 && isWrite',
  ),
  explorer(
    'nobody hears whether a lost write was stored',
    'requests/reason.ts',
    "if (!isWrite(method)) return ''",
    "if (isWrite(method)) return ''",
  ),
  explorer(
    'a cleared field counts as stored otherwise',
    'requests/differences.ts',
    'one === null || one === undefined',
    'one === undefined',
  ),
  explorer('an emptied field is an empty text', 'data/changes.ts', "text === '' && name", "text === '-' && name"),
  explorer(
    'a spent fault looks active',
    'fault-words/describe.ts',
    'if (remaining === 0) return',
    'if (remaining < 0) return',
  ),
  explorer(
    'the code of a fault has its key',
    'fault-words/describe.ts',
    'rule.key !== undefined && { key: placeholder }',
    'rule.key === placeholder && { key: placeholder }',
  ),
  explorer(
    'a preset keeps what was typed for the next one',
    'faults/presets.ts',
    'structuredClone(preset.rule)',
    'preset.rule',
  ),
  explorer(
    'another service opens a record of this one',
    'state/route.ts',
    "segments.length > (segments[1] === 'data' ? 3 : 2)",
    'segments.length > 9',
  ),
]
