import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A mock server of somebody else's that serves a page as a fixed answer. */
export interface Peer {
  readonly name: string
  readonly package: string
  /** Where it serves the page. */
  readonly path: string
  /** Its program within its package. */
  readonly program: string
  /** Writes what it is to serve into a folder; its arguments. */
  prepare(folder: string, page: string, port: number): readonly string[]
}

const path = '/api/v2/events'
const type = 'application/hal+json'

// Each of them as quiet as it can be made: what it logs is not what is measured.
export const peers: readonly Peer[] = [
  {
    name: 'Prism',
    package: '@stoplight/prism-cli',
    path,
    program: 'dist/index.js',
    prepare: (to, page, port) => {
      const content = { [type]: { schema: { type: 'object' }, example: JSON.parse(page) } }
      const get = { responses: { 200: { description: 'A page', content } } }
      const info = { title: 'Events', version: '2' }
      const file = write(to, 'openapi.json', { openapi: '3.0.3', info, paths: { [path]: { get } } })
      return ['mock', file, '--port', String(port), '--verboseLevel', 'silent', '--multiprocess', 'false']
    },
  },
  {
    name: 'Mockoon',
    package: '@mockoon/cli',
    path,
    program: 'bin/run.js',
    prepare: (to, page, port) => {
      const file = write(to, 'mockoon.json', environment(page, port))
      return ['start', '--data', file, '--disable-log-to-file', '--disable-admin-api', '--max-transaction-logs', '1']
    },
  },
  {
    name: 'json-server',
    package: 'json-server',
    path: '/events',
    program: 'lib/cli/bin.js',
    prepare: (to, page, port) => {
      const file = write(to, 'db.json', { events: JSON.parse(page) })
      return [file, '--port', String(port), '--host', '127.0.0.1', '--quiet', '--no-gzip', '--no-cors', '--read-only']
    },
  },
]

function environment(page: string, port: number) {
  const response = {
    uuid: '00000000-0000-4000-8000-000000000002',
    body: page,
    latency: 0,
    statusCode: 200,
    label: '',
    headers: [{ key: 'Content-Type', value: type }],
    bodyType: 'INLINE',
    filePath: '',
    databucketID: '',
    sendFileAsBody: false,
    rules: [],
    rulesOperator: 'OR',
    disableTemplating: true,
    fallbackTo404: false,
    default: true,
    crudKey: 'id',
    callbacks: [],
  }
  const uuid = '00000000-0000-4000-8000-000000000001'
  const endpoint = path.slice(1)
  const route = { uuid, type: 'http', documentation: '', method: 'get', endpoint, responses: [response] }
  return {
    uuid: '00000000-0000-4000-8000-000000000000',
    lastMigration: 33,
    name: 'Events',
    endpointPrefix: '',
    latency: 0,
    port,
    hostname: '127.0.0.1',
    folders: [],
    routes: [{ ...route, responseMode: null, streamingMode: null, streamingInterval: 0 }],
    rootChildren: [{ type: 'route', uuid }],
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: { enabled: false, type: 'CERT' },
    cors: false,
    headers: [],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [],
    callbacks: [],
  }
}

function write(folder: string, name: string, document: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(document))
  return file
}
