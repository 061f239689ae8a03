// The script of the playground's frame. The frame has an opaque origin and no network: it gets its modules and the program as text, from the page.

const tabs = ['console', 'explorer'].map((name) => ({
  tab: document.getElementById(`tab-${name}`),
  panel: document.getElementById(`panel-${name}`),
}))

function select(chosen) {
  for (const { tab, panel } of tabs) {
    const isChosen = tab === chosen
    tab.setAttribute('aria-selected', String(isChosen))
    tab.tabIndex = isChosen ? 0 : -1
    panel.hidden = !isChosen
  }
}
for (const [index, { tab }] of tabs.entries()) {
  tab.addEventListener('click', () => select(tab))
  tab.addEventListener('keydown', ({ key }) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const other = tabs[1 - index].tab
    select(other)
    other.focus()
  })
}

const lines = document.getElementById('console')
/** More lines would slow the page down. */
const maxLines = 1000

function print(kind, text) {
  if (lines.childElementCount >= maxLines) lines.firstElementChild.remove()
  const line = document.createElement('li')
  line.className = kind
  line.textContent = text
  lines.append(line)
}

/** A value as text, as consoles show it. Deeper values are left out. */
function shown(value, depth = 0) {
  if (typeof value === 'string') return depth === 0 ? value : JSON.stringify(value)
  if (typeof value === 'function') return `[function ${value.name || 'anonymous'}]`
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Error) {
    const { outcome, status } = value
    const rest = { ...(outcome && { outcome }), ...(status && { status }) }
    return `${value.name}: ${value.message}${Object.keys(rest).length > 0 ? ` ${shown(rest, 1)}` : ''}`
  }
  const isList = Array.isArray(value)
  if (depth > 3) return isList ? '[…]' : '{…}'
  const members = isList
    ? value.map((each) => shown(each, depth + 1))
    : Object.entries(value).map(([name, each]) => `${name}: ${shown(each, depth + 1)}`)
  const few = members.length > 100 ? [...members.slice(0, 100), `… ${members.length - 100} more`] : members
  const [open, close] = isList ? '[]' : '{}'
  const line = `${open} ${few.join(', ')} ${close}`
  if (line.length < 76 || few.length === 0) return few.length === 0 ? open + close : line
  const indent = '  '.repeat(depth + 1)
  return `${open}\n${few.map((each) => indent + each).join(',\n')}\n${'  '.repeat(depth)}${close}`
}

for (const kind of ['log', 'info', 'debug', 'warn', 'error', 'table'])
  console[kind] = (...values) => print(kind, values.map((value) => shown(value)).join(' '))
addEventListener('error', ({ error, message }) => print('error', shown(error ?? message)))
addEventListener('unhandledrejection', ({ reason }) => print('error', shown(reason)))

/** The modules by their names. Services show themselves in the explorer; clients may run in this page, which has no real key. */
async function modulesOf(text) {
  const { client, mock, mountExplorer } = await import(
    URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  )
  const inPage = (Client) =>
    class extends Client {
      constructor(options) {
        super({ dangerouslyAllowBrowser: true, ...options })
      }
    }
  const panel = tabs[1].panel
  const createMockService = (options) => {
    const service = mock.createMockService(options)
    mountExplorer(panel, service)
    return service
  }
  const [EventsV1, EventsV2] = [inPage(client.EventsV1), inPage(client.EventsV2)]
  return new Map([
    ['osdi-events', { ...client, EventsV1, EventsV2 }],
    ['osdi-events/v1', { ...client, EventsV1 }],
    ['osdi-events/v2', { ...client, EventsV2 }],
    ['osdi-events/mock', { ...mock, createMockService }],
    ['osdi-events/mock/explorer', { mountExplorer }],
  ])
}

const AsyncFunction = (async () => {}).constructor

async function run({ modules: text, code }) {
  const started = performance.now()
  try {
    const modules = await modulesOf(text)
    const require = (name) => {
      if (modules.has(name)) return modules.get(name)
      throw new Error(`The playground has no module ${name}; it has ${[...modules.keys()].join(', ')}.`)
    }
    await new AsyncFunction('require', 'exports', code)(require, {})
    parent.postMessage({ kind: 'ended', seconds: (performance.now() - started) / 1000 }, '*')
  } catch (error) {
    print('error', shown(error))
    parent.postMessage({ kind: 'failed' }, '*')
  }
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent) return
  document.documentElement.classList.toggle('dark', data.isDark)
  if (data.kind === 'run') run(data)
  else if (data.kind === 'print') print('error', data.text)
})
parent.postMessage({ kind: 'ready' }, '*')
