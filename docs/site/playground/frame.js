// The script of the playground's frame: the console, and the explorer over the services of the program. The program runs in a worker.

import { mountOver } from '../../../explorer/mount-over.tsx'

const tabs = ['console', 'explorer'].map((name) => ({
  tab: document.getElementById(`tab-${name}`),
  panel: document.getElementById(`panel-${name}`),
}))

/** Shows a tab. The page learns of it, for the frame of the next run. */
function select(chosen) {
  parent.postMessage({ kind: 'tab', name: chosen.id }, '*')
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
const levels = ['log', 'info', 'debug', 'warn', 'error', 'table']

function print(level, text) {
  if (lines.childElementCount >= maxLines) lines.firstElementChild.remove()
  const line = document.createElement('li')
  line.className = levels.includes(level) ? level : 'log'
  line.textContent = String(text)
  lines.append(line)
}

/** The `fetch` of a service that the program made. */
const fetchOf = (worker, number) => async (input, given) => {
  const request = new Request(input, given)
  const { method, url, signal } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const init = { method, headers: [...request.headers], ...(hasBody && { body: await request.arrayBuffer() }) }
  signal.throwIfAborted()
  const { port1: port, port2 } = new MessageChannel()
  const leave = () => {
    port.postMessage('abort')
    port.close()
  }
  return new Promise((resolve, reject) => {
    let body
    const stream = new ReadableStream({
      start: (controller) => {
        body = controller
      },
      cancel: leave,
    })
    const fail = (reason) => {
      leave()
      reject(reason)
      body.error(reason)
    }
    port.onmessage = ({ data }) => {
      if (data.kind === 'head') resolve(responseOf(data, stream))
      else if (data.kind === 'part') body.enqueue(data.value)
      else if (data.kind === 'end') body.close()
      else fail(new TypeError(String(data.message)))
    }
    signal.addEventListener('abort', () => fail(signal.reason))
    worker.postMessage({ number, url, init }, [port2])
  })
}

/** Responses with these statuses have no body. */
const withoutBody = [204, 205, 304]

const responseOf = ({ status, headers }, body) =>
  new Response(withoutBody.includes(status) ? null : body, { status, headers })

let worker

/** What the page learns of the program. */
const reported = ['ended', 'failed', 'idle', 'busy']

const showError = () => [...lines.querySelectorAll('.error')].at(-1)?.scrollIntoView({ block: 'nearest' })

/** Does what a message of the worker says. The program may send messages of its own. */
function take({ data }) {
  const { kind, level, text, number, url, seconds, line } = Object(data)
  if (kind === 'failed') showError()
  if (kind === 'print') print(level, text)
  else if (kind === 'service') mountOver(tabs[1].panel, { url, fetch: fetchOf(worker, number), isServed: false })
  else if (reported.includes(kind)) parent.postMessage({ kind, seconds, text, line }, '*')
}

function run({ program, code, tab: name }) {
  const chosen = tabs.find(({ tab }) => tab.id === name)
  if (chosen) select(chosen.tab)
  worker = new Worker(URL.createObjectURL(new Blob([program], { type: 'text/javascript' })))
  worker.onmessage = take
  worker.postMessage({ kind: 'run', code })
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent) return
  const { kind, isDark, text } = Object(data)
  document.documentElement.classList.toggle('dark', isDark === true)
  if (kind === 'run') run(data)
  else if (kind === 'print') {
    print('error', text)
    showError()
  } else if (kind === 'stop') {
    worker?.terminate()
    parent.postMessage({ kind: 'stopped' }, '*')
  }
})
parent.postMessage({ kind: 'ready' }, '*')
