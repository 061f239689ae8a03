import ts from 'typescript'
import { root } from '../support/alias.ts'

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config,
  ts.sys,
  root,
)

/** The file that is open in the editor; it exists nowhere else. */
const open = `${root}test/types/open-in-the-editor.ts`
let text = ''
let version = 0

const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [open],
  getScriptVersion: (name) => (name === open ? String(version) : '1'),
  getScriptSnapshot: (name) => {
    const content = name === open ? text : ts.sys.readFile(name)
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === open || ts.sys.fileExists(name),
  readFile: (name) => (name === open ? text : ts.sys.readFile(name)),
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
})

const before = `import { EventsV1, EventsV2, type EventV1, type EventV2, isEventsError } from 'osdi-events'
const one = new EventsV1({ baseUrl: 'https://events.example.org', apiKey: 'key' })
const two = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
const network = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key', namespace: 'action_network' })
declare const eventOne: EventV1
declare const event: EventV2
declare const onNetwork: EventV2<'action_network'>
declare const error: unknown
`

/** Where each code begins that stands in the open file, in a block of its own. */
const places = new Map<string, number>()

/** Opens all of this code in one file: the compiler looks at it once. */
export function openInEditor(codes: Iterable<string>): void {
  places.clear()
  text = before
  for (const code of codes) append(code)
  version += 1
}

function append(code: string): number {
  const place = text.length + 2
  places.set(code, place)
  text += `{\n${code.replace('§', '')}\n}\n`
  return place
}

/** Where code stands, after it was opened if it is not open yet; `§` is where the cursor stands. */
function placeOf(code: string): number {
  const place = places.get(code)
  if (place !== undefined) return place
  openInEditor([code])
  return before.length + 2
}

const cursorIn = (code: string): number => placeOf(code) + code.indexOf('§')

const plain = (parts: readonly ts.SymbolDisplayPart[] | undefined) => ts.displayPartsToString([...(parts ?? [])])

/** What an editor shows for what stands at the cursor: its declaration, and what is said of it. */
export function hoverAt(code: string) {
  const info = service.getQuickInfoAtPosition(open, cursorIn(code))
  const tags = info?.tags?.map(({ name, text }) => `@${name} ${plain(text)}`) ?? []
  return { declaration: plain(info?.displayParts), says: [plain(info?.documentation), ...tags].join('\n').trim() }
}

/** What an editor offers at the cursor, by name, and what is said of it. */
export function offeredAt(code: string): Map<string, string> {
  const cursor = cursorIn(code)
  const offered = service.getCompletionsAtPosition(open, cursor, {})?.entries ?? []
  return new Map(
    offered.map(({ name, source, data }) => {
      const details = service.getCompletionEntryDetails(open, cursor, name, {}, source, {}, data)
      return [name.replaceAll(/^["']|["']$/g, ''), plain(details?.documentation)]
    }),
  )
}

/** What the compiler says against code. */
export function problemsOf(code: string): string[] {
  const place = placeOf(code)
  return service
    .getSemanticDiagnostics(open)
    .filter(({ start = 0 }) => start >= place && start < place + code.length)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
