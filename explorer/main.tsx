import './styles/index.css'
import { render } from 'preact'
import { App } from './shell/app.tsx'

const root = document.getElementById('explorer')
if (root) render(<App />, root)
