import { spawnSync } from 'node:child_process'
import type { TestContext } from 'vitest'

/** For each language: what its programs need, and a command that ends well on a machine that has all of it. */
const checks = {
  python3: ['python3 from version 3.9, with TLS', 'import ssl, sys; sys.exit(sys.version_info < (3, 9))', '-c'],
  sh: ['sh with curl and jq', 'curl --version && jq --version', '-c'],
  perl: ['perl with IO::Socket::SSL', '1', '-MHTTP::Tiny', '-MJSON::PP', '-MIO::Socket::SSL', '-MNet::SSLeay', '-e'],
  ruby: ['ruby with TLS', '1', '-rnet/http', '-ropenssl', '-rjson', '-e'],
  java: ['java with its compiler', 'jdk.compiler', '--describe-module'],
  requests: ['python3 with requests', 'import requests', '-c'],
  go: ['go', 'version'],
  php: ['php with curl', 'exit((int) !extension_loaded("curl"));', '-r'],
} as const

/** What was found, by language: one look costs a process. */
const missing = new Map<string, boolean>()

/** Skips the test, with the reason, on a machine that does not have a language. */
export function needs(language: keyof typeof checks, { skip }: TestContext): void {
  const [what, code, ...flags] = checks[language]
  const program = language === 'requests' ? 'python3' : language
  const isMissing = missing.get(language) ?? spawnSync(program, [...flags, code], { stdio: 'ignore' }).status !== 0
  missing.set(language, isMissing)
  skip(isMissing, `This machine does not have ${what}.`)
}
