import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { delimiter, dirname } from 'node:path'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { certificate } from '../support/certificate.ts'
import { osdiEvents, start } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { realAddress } from '../support/real-address.ts'
import { needs } from '../support/runtimes.ts'

// `osdi-events mock --preset action-network -- COMMAND`: programs of any language reach the mock at the address of the real service.

/** Runs `osdi-events mock --preset action-network` with a command, in a folder with files, where temporary files go to a folder of their own. */
async function world(files: Readonly<Record<string, string>> = {}) {
  await using starting = new AsyncDisposableStack()
  const folder = starting.use(await temporaryFolder())
  const temporary = starting.use(await temporaryFolder())
  for (const [name, content] of Object.entries(files)) writeFileSync(folder.file(name), content)
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const start = (flags: readonly string[], command: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    osdiEvents(
      [...['mock', '--preset', 'action-network', '--rate-limit', 'off', '--events', '3', ...flags], '--', ...command],
      { PATH, TMPDIR: temporary.path, FOLDER: folder.path, ...env },
    )
  const stack = starting.move()
  return {
    folder,
    start,
    run: (...of: Parameters<typeof start>) => start(...of).ended,
    /** The files of runs that have not ended. */
    left: () =>
      readdirSync(temporary.path, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /osdi-events-mock-.*\./.test(name),
      ),
    read: (name: string) => readFileSync(temporary.file(name), 'utf8'),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const refusal =
  'osdi-events mock leads only https://actionnetwork.org to the mock and refuses example.org; --pass-host lets another host through'

/** What each program prints: the number of events, the link of the list, and whether another host answered. */
const seen = '3 https://actionnetwork.org/api/v2/events\nrefused\n'

const headers = "{ headers: { 'OSDI-API-Token': 'key-of-a-real-account' } }"

/** A program for Node that asks with `get`, a function that gives the body of an address as text. */
const nodeProgram = (get: string) => `
  ${get}
  get('https://actionnetwork.org/api/v2/events')
    .then((text) => {
      const page = JSON.parse(text)
      console.log(page.total_records, page._links.self.href)
      return get('https://example.org/')
    })
    .catch((error) => console.log(/refuses example.org/.test(error.cause?.message ?? error.message) ? 'refused' : error))
`
const byFetch = `const get = (url) => fetch(url, ${headers}).then((response) => response.text())`
const byHttps = `const get = (url) => new Promise((resolve, reject) => {
    connect(url, ${headers}, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve(text)
    }).on('error', reject)
  })`

const python = `
try:
    page = json.loads(get("https://actionnetwork.org/api/v2/events"))
    print(page["total_records"], page["_links"]["self"]["href"])
    get("https://example.org/")
except Exception as error:
    print("refused" if "example.org" in str(error) else error)
`

type Language = Parameters<typeof needs>[0]
/** A way to send requests: the language, its command, and the file of the program. */
const ways: readonly (readonly [what: string, language: Language | undefined, command: readonly string[], string])[] = [
  ['fetch of Node', undefined, ['node', 'program.mjs'], nodeProgram(byFetch)],
  [
    'an ES module with node:https',
    undefined,
    ['node', 'program.mjs'],
    nodeProgram(`import { get as connect } from 'node:https'\n${byHttps}`),
  ],
  [
    'a CommonJS module with https',
    undefined,
    ['node', 'program.cjs'],
    nodeProgram(`const connect = require('https').get\n${byHttps}`),
  ],
  [
    'a worker thread of Node',
    undefined,
    ['node', 'program.mjs'],
    `import { Worker } from 'node:worker_threads'\nnew Worker(${JSON.stringify(nodeProgram(byFetch))}, { eval: true })`,
  ],
  [
    'a child process of a Node program',
    undefined,
    ['node', 'program.mjs'],
    `import { spawn } from 'node:child_process'\nspawn('node', ['-e', ${JSON.stringify(nodeProgram(byFetch))}], { stdio: 'inherit' })`,
  ],
  [
    'urllib of Python',
    'python3',
    ['python3', 'program.py'],
    `import json, urllib.request
def get(url):
    request = urllib.request.Request(url, headers={"OSDI-API-Token": "key-of-a-real-account"})
    return urllib.request.urlopen(request).read()
${python}`,
  ],
  [
    'requests of Python',
    'requests',
    ['python3', 'program.py'],
    `import json, requests
def get(url):
    return requests.get(url, headers={"OSDI-API-Token": "key-of-a-real-account"}).text
${python}`,
  ],
  [
    'a shell script with curl',
    'sh',
    ['sh', 'program.sh'],
    `curl -sSf -H 'OSDI-API-Token: key-of-a-real-account' https://actionnetwork.org/api/v2/events |
  jq -r '"\\(.total_records) \\(._links.self.href)"'
curl -s https://example.org/ || echo refused`,
  ],
  [
    'Net::HTTP of Ruby',
    'ruby',
    ['ruby', 'program.rb'],
    `require 'json'
require 'net/http'
def get(url)
  uri = URI(url)
  request = Net::HTTP::Get.new(uri, 'OSDI-API-Token' => 'key-of-a-real-account')
  Net::HTTP.start(uri.hostname, uri.port, use_ssl: true) { |http| http.request(request) }.body
end
page = JSON.parse(get('https://actionnetwork.org/api/v2/events'))
puts "#{page['total_records']} #{page['_links']['self']['href']}"
begin
  get('https://example.org/')
rescue => error
  puts error.message.include?('refuses example.org') ? 'refused' : error
end`,
  ],
  [
    'curl of PHP',
    'php',
    ['php', 'program.php'],
    `<?php
function get($url) {
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HTTPHEADER => ['OSDI-API-Token: key-of-a-real-account'],
    ]);
    return curl_exec($curl);
}
$page = json_decode(get('https://actionnetwork.org/api/v2/events'), true);
echo $page['total_records'], ' ', $page['_links']['self']['href'], "\\n";
echo get('https://example.org/') === false ? "refused\\n" : "reached\\n";`,
  ],
  [
    'a stream of PHP with a context of its own',
    'php',
    ['php', 'program.php'],
    `<?php
function get($url) {
    $context = stream_context_create(['http' => ['header' => 'OSDI-API-Token: key-of-a-real-account']]);
    return @file_get_contents($url, false, $context);
}
$page = json_decode(get('https://actionnetwork.org/api/v2/events'), true);
echo $page['total_records'], ' ', $page['_links']['self']['href'], "\\n";
if (!str_contains($http_response_header[0], '200')) echo 'no headers';
echo get('https://example.org/') === false ? "refused\\n" : "reached\\n";`,
  ],
  [
    'Go',
    'go',
    ['go', 'run', 'program.go'],
    `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

func get(url string) (*http.Response, error) {
	request, _ := http.NewRequest("GET", url, nil)
	request.Header.Set("OSDI-API-Token", "key-of-a-real-account")
	return http.DefaultClient.Do(request)
}

func main() {
	response, err := get("https://actionnetwork.org/api/v2/events")
	if err != nil {
		panic(err)
	}
	var page struct {
		Total int \`json:"total_records"\`
		Links struct {
			Self struct{ Href string }
		} \`json:"_links"\`
	}
	if err := json.NewDecoder(response.Body).Decode(&page); err != nil {
		panic(err)
	}
	fmt.Println(page.Total, page.Links.Self.Href)
	_, err = get("https://example.org/")
	if err != nil && strings.Contains(err.Error(), "refuses example.org") {
		fmt.Println("refused")
	}
}
`,
  ],
  [
    'HttpClient of Java',
    'java',
    ['java', 'Program.java'],
    `import java.net.URI;
import java.net.http.*;

class Program {
    static HttpResponse<String> get(String url) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).header("OSDI-API-Token", "key-of-a-real-account").build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    public static void main(String[] args) throws Exception {
        var page = get("https://actionnetwork.org/api/v2/events");
        var found = java.util.regex.Pattern.compile("total_records\\":(\\\\d+).*?\\"self\\":\\\\{\\"href\\":\\"([^\\"]+)").matcher(page.body());
        found.find();
        System.out.println(found.group(1) + " " + found.group(2));
        try {
            get("https://example.org/");
        } catch (java.io.IOException error) {
            System.out.println("refused");
        }
    }
}`,
  ],
]

/** One mock for all ways, whose programs have the environment of its command. */
let shared: Awaited<ReturnType<typeof realAddress>>
beforeAll(async () => {
  shared = await realAddress('--events', '3')
})
afterAll(() => shared?.[Symbol.asyncDispose]())

/** One of each kind of program: through fetch, `node:https`, and the proxy. */
const daily = ['fetch of Node', 'an ES module with node:https', 'urllib of Python', 'a shell script with curl']

for (const night of [false, true]) {
  test.for(ways.filter(([what]) => daily.includes(what) !== night))(
    'a program reaches the mock at https://actionnetwork.org with %s, and no other host',
    // Java and Go compile the program first.
    { timeout: 60_000, tags: night ? ['night'] : [] },
    async (way, context) => {
      const [, language, [program = '', ...args], code] = way
      if (language) needs(language, context)
      writeFileSync(shared.folder.file(args.at(-1) ?? ''), code)
      const { code: exitCode, stdout, stderr } = await start(program, args, shared.env, shared.folder.path).ended
      expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: seen })
    },
  )
}

/** Another Node of this machine, whose major version differs from that of the tests. */
function otherNode({ skip }: TestContext): string {
  const { stdout = '' } = spawnSync('/usr/bin/node', ['--version'], { encoding: 'utf8' })
  skip(
    !/^v2[0-4]\./.test(stdout) || stdout.startsWith(`v${process.versions.node.split('.')[0]}.`),
    'There is no other Node.',
  )
  return '/usr/bin/node'
}

test('a program on the Node of this machine reaches the mock, with fetch and with node:https', async (context) => {
  const node = otherNode(context)
  const https = nodeProgram(`import { get as connect } from 'node:https'\n${byHttps}`)
  for (const [name, code] of Object.entries({ 'fetch.mjs': nodeProgram(byFetch), 'https.mjs': https })) {
    writeFileSync(shared.folder.file(name), code)
    const ended = await start(node, [name], shared.env, shared.folder.path).ended
    expect(ended, name).toMatchObject({ code: 0, stdout: seen, stderr: '' })
  }
})

test("NODE_OPTIONS and NODE_EXTRA_CA_CERTS of the user stay in force beside the mock's", async () => {
  await using other = createServer(certificate, (_, response) => response.end('own server')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const program = `${byFetch}
    get('https://actionnetwork.org/api/v2/').then(() => get('https://localhost:${port}/'))
      .then((text) => { console.log(text, globalThis.preloaded); process.exitCode = 7 })`
  await using at = await world({ 'own.cjs': 'globalThis.preloaded = "own preload"', 'own.pem': certificate.cert })
  const env = { NODE_OPTIONS: `--require=${at.folder.file('own.cjs')}`, NODE_EXTRA_CA_CERTS: at.folder.file('own.pem') }
  const { code, stdout, stderr } = await at.run([], ['node', '-e', program], env)
  // The exit code of the command is that of the run.
  expect({ code, stdout, stderr }).toEqual({ code: 7, stdout: 'own server own preload\n', stderr: '' })
})

test('proxies of the user do not lead a program past the mock', async (context) => {
  needs('python3', context)
  const [, , , code] = ways.find(([what]) => what === 'urllib of Python') ?? []
  await using at = await world({ 'program.py': code ?? '' })
  const env = { HTTPS_PROXY: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9', NO_PROXY: '*', no_proxy: '*' }
  const { code: exitCode, stdout, stderr } = await at.run([], ['python3', at.folder.file('program.py')], env)
  expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: seen })
  // Node refuses by itself, and its error says so.
  expect(stderr).toContain(refusal)
  expect(at.left()).toEqual([])
})

test('the command still gets the address, the key, the prefix and the preset, and reaches that address directly', async () => {
  const program = `
    const { EVENTS_BASE_URL: url, EVENTS_API_KEY: key, EVENTS_NAMESPACE: prefix, EVENTS_PRESET: preset } = process.env
    fetch(url + '/api/v2/events', { headers: { 'OSDI-API-Token': key } }).then((response) => response.json())
      .then((page) => console.log(page.total_records, page._links.self.href === url + '/api/v2/events', prefix, preset))`
  const ended = await start('node', ['-e', program], shared.env).ended
  expect(ended).toMatchObject({ code: 0, stdout: '3 true action_network action-network\n', stderr: '' })
})

test('two runs at once do not meet', async () => {
  await using at = await world({ 'program.mjs': nodeProgram(byFetch) })
  const command = ['node', at.folder.file('program.mjs')]
  const [one, other] = await Promise.all([at.run(['--events', '1'], command), at.run(['--events', '2'], command)])
  expect([one.stdout, other.stdout]).toEqual([seen.replace('3', '1'), seen.replace('3', '2')])
})

test('a key of the real service is in no log and no state file of the mock', async () => {
  const program = `${byFetch}
    get('https://actionnetwork.org/api/v2/events').then(() => fetch(process.env.EVENTS_BASE_URL + '/_mock/requests'))
      .then((response) => response.text()).then(console.log)`
  await using at = await world()
  const { code, stdout, stderr } = await at.run(['--state', at.folder.file('state.json')], ['node', '-e', program])
  expect([code, stdout.includes('/api/v2/events')]).toEqual([0, true])
  const state = readFileSync(at.folder.file('state.json'), 'utf8')
  for (const text of [stdout, stderr, state]) expect(text).not.toContain('key-of-a-real-account')
})

test('an address without TLS is intercepted too: --base-url http://events.example.org', async (context) => {
  needs('sh', context)
  const script = `for how in fetch curl; do
    case $how in
      fetch) node -e "fetch('http://events.example.org/api/v2/').then((r) => console.log(r.status))";;
      curl) curl -s -o /dev/null -w '%{http_code}\\n' http://events.example.org/api/v2/;;
    esac
  done
  curl -s -o /dev/null -w '%{http_code}\\n' https://actionnetwork.org/ || true`
  await using at = await world()
  const ended = await at.run(['--base-url', 'http://events.example.org'], ['sh', '-c', script])
  expect(ended).toMatchObject({ code: 0, stdout: '200\n200\n000\n' })
})

test('--pass-host lets requests for one more host through', async (context) => {
  needs('sh', context)
  await using other = createServer(certificate, (_, response) => response.end('other\n')).listen(0)
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  // Not a loopback name, and yet this machine.
  const url = `https://0.0.0.0:${port}/`
  const script = `curl -s https://actionnetwork.org/api/v2/ > page.json; curl -sk ${url}
    NODE_TLS_REJECT_UNAUTHORIZED=0 node --no-warnings -e "fetch('${url}').then((r) => r.text()).then(console.log)"`
  await using at = await world()
  const command = ['sh', '-c', `cd "$FOLDER"; ${script}`]
  expect(await at.run(['--pass-host', '0.0.0.0'], command)).toMatchObject({ code: 0, stdout: 'other\nother\n\n' })
  expect(await at.run([], command)).toMatchObject({ code: 1, stdout: '' })
})

test('a run in which no request arrives ends with an error, and with the exit code of a command that fails', async () => {
  await using at = await world()
  const stderr = expect.stringMatching(
    /^error: no request for https:\/\/actionnetwork\.org arrived\n {2}[^\n]+ --no-intercept/,
  )
  expect(await at.run([], ['true'])).toMatchObject({ code: 1, stderr })
  expect(await at.run([], ['sh', '-c', 'exit 7'])).toMatchObject({ code: 7, stderr })
  expect(await at.run(['--no-intercept'], ['true'])).toMatchObject({ code: 0, stderr: '' })
})

test('a run whose program does not trust the certificate says so', async (context) => {
  needs('sh', context)
  await using at = await world({ 'own.pem': certificate.cert })
  const curl = ['curl', '-s', '--cacert', at.folder.file('own.pem'), 'https://actionnetwork.org/api/v2/']
  expect(await at.run([], curl)).toMatchObject({
    code: 60,
    stderr: expect.stringContaining('does not trust the certificate of this run'),
  })
})

test.for(['SIGINT', 'SIGTERM', 'SIGKILL of the command'] as const)(
  'no file is left after %s, and no key was ever in a file',
  async (end) => {
    await using at = await world()
    const running = at.start([], ['node', '-e', 'console.log(process.pid); setInterval(() => {}, 1000)'])
    const [pid] = await running.until('stdout', /\d+/)
    const files = at.left()
    expect(files.filter((name) => name.endsWith('.pem'))).not.toEqual([])
    expect(files.filter((name) => at.read(name).includes('PRIVATE KEY'))).toEqual([])
    if (end === 'SIGINT' || end === 'SIGTERM') running.kill(end)
    else process.kill(Number(pid), 'SIGKILL')
    const { code } = await running.ended
    expect(code).toBe({ SIGINT: 130, SIGTERM: 143, 'SIGKILL of the command': 137 }[end])
    expect(at.left()).toEqual([])
  },
)
