import './styles/index.css'
import { render } from 'preact'
import { App } from './shell/app.tsx'
import { connect } from './state/admin.ts'

// The server's own service, or a sandbox.
const url = location.origin + location.pathname.replace(/\/_mock\/ui$/, '')
const server = url.replace(/\/_mock\/sandboxes\/[^/]+$/, '')
connect({ url, server, fetch: (input, init) => fetch(input, init), isServed: true })

const root = document.getElementById('explorer')
if (root) render(<App />, root)
