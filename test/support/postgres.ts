import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { temporaryFolder } from './folder.ts'

const versions = '/usr/lib/postgresql'

/** The folder with the programs of the newest Postgres from Debian's packages. `POSTGRES_BIN` names another folder. */
function programs(): string | undefined {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN
  const found = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
  return found.map((version) => `${versions}/${version}/bin`).find((bin) => existsSync(`${bin}/initdb`))
}

/** Starts a separate Postgres on a Unix socket. Disposal stops it. Prints a note and returns undefined if no Postgres is installed. */
export async function startPostgres() {
  const bin = programs()
  if (!bin) {
    console.warn(
      'no Postgres in /usr/lib/postgresql (apt-get install postgresql), nor in POSTGRES_BIN: PGlite takes its place',
    )
    return undefined
  }
  const folder = await temporaryFolder()
  // Postgres refuses to run as root.
  const asOther = process.getuid?.() === 0
  if (asOther) execFileSync('chown', ['nobody', folder.path])
  const run = (program: string, ...args: string[]) => {
    const [command = '', ...rest] = [
      ...(asOther ? ['runuser', '-u', 'nobody', '--'] : []),
      `${bin}/${program}`,
      ...args,
    ]
    execFileSync(command, rest, { cwd: folder.path, stdio: ['ignore', 'ignore', 'pipe'] })
  }
  const data = folder.file('data')
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions')
  const options = `-c listen_addresses='' -c unix_socket_directories=${folder.path} -c fsync=off`
  run('pg_ctl', '-D', data, '-w', '-l', folder.file('log'), '-o', options, 'start')
  let count = 0
  return {
    /** Creates an empty database, and returns its address. */
    database: () => {
      const name = `copy${++count}`
      run('createdb', '-h', folder.path, '-U', 'postgres', name)
      return `postgres://postgres@localhost/${name}?host=${encodeURIComponent(folder.path)}`
    },
    [Symbol.asyncDispose]: async () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      await folder[Symbol.asyncDispose]()
    },
  }
}

export type Postgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>
