import { spawnSync } from 'node:child_process'
import type { TestContext } from 'vitest'

/** Programs that run other programs: the command, what it must find, and a command that ends well if everything is there. */
const known = {
  python: {
    command: 'python3',
    needs: 'python3 from version 3.9, with TLS',
    check: ['python3', '-c', 'import ssl, sys; sys.exit(sys.version_info < (3, 9))'],
  },
  sh: { command: 'sh', needs: 'sh with curl and jq', check: ['sh', '-c', 'curl --version && jq --version'] },
  perl: {
    command: 'perl',
    needs: 'perl with IO::Socket::SSL',
    check: ['perl', '-MHTTP::Tiny', '-MJSON::PP', '-MIO::Socket::SSL', '-MNet::SSLeay', '-e', '1'],
  },
  ruby: { command: 'ruby', needs: 'ruby with TLS', check: ['ruby', '-rnet/http', '-ropenssl', '-rjson', '-e', '1'] },
  php: { command: 'php', needs: 'php with curl', check: ['php', '-r', 'exit((int) !extension_loaded("curl"));'] },
} as const

/** A language other than JavaScript in which programs are written. */
export type Language = keyof typeof known

/** The command that runs programs of a language. Skips the test, with the reason, on a machine that does not have the language. */
export function commandOf(language: Language, { skip }: TestContext): string {
  const {
    command,
    needs,
    check: [program, ...args],
  } = known[language]
  skip(spawnSync(program, args, { stdio: 'ignore' }).status !== 0, `This machine does not have ${needs}.`)
  return command
}
