import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { osdiEvents } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { listen } from '../support/http.ts'

// Each test starts programs of its own.

/** A service whose list of 30 events ends behind the second of three pages. While `failing` it refuses that page. */
async function endingEarly() {
  const state = { failing: false, key: '' }
  const { url, ...server } = await listen((baseUrl) => {
    const service = createMockService({ baseUrl, events: 30, perPage: 10 })
    state.key = service.seeded.group.token
    return async (request) => {
      const response = await service.fetch(request)
      if (!request.url.includes('page=2')) return response
      if (state.failing) return new Response('', { status: 500 })
      const { _links, ...page } = (await response.json()) as { _links: { next?: object } }
      const { next, ...links } = _links
      return Response.json({ ...page, _links: links }, { headers: { 'Content-Type': 'application/hal+json' } })
    }
  })
  return {
    ...server,
    state,
    ran: async (...args: readonly string[]) => {
      await using running = osdiEvents(['export', ...args], { EVENTS_BASE_URL: url, EVENTS_API_KEY: state.key })
      return await running.ended
    },
  }
}

const linesIn = (text: string) => text.split('\n').length - 1

test('a list that is not complete is exit code 1, and leaves the file as it was, unless --allow-incomplete takes it', async () => {
  await using service = await endingEarly()
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  writeFileSync(out, 'of last night')
  expect(await service.ran('--out', out)).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: `osdi-events: not complete: 20 of 30 events came; ${out} is left as it was, --allow-incomplete takes them\n`,
  })
  expect(readFileSync(out, 'utf8')).toBe('of last night')
  expect(readdirSync(folder.path)).toEqual(['events.ndjson'])

  expect(await service.ran('--out', out, '--allow-incomplete')).toMatchObject({
    code: 0,
    stderr: 'osdi-events: not complete: 20 of 30 events came\n',
  })
  expect(linesIn(readFileSync(out, 'utf8'))).toBe(20)
  expect(readdirSync(folder.path)).toEqual(['events.ndjson'])
})

test('a list that is not complete behind an earlier run counts both, and the next run asks for all of it again', async () => {
  await using service = await endingEarly()
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  service.state.failing = true
  expect((await service.ran('--out', out)).stderr).toContain('--resume goes on')
  service.state.failing = false
  expect(await service.ran('--out', out, '--resume')).toMatchObject({
    code: 1,
    stderr: `osdi-events: not complete: 20 of 30 events came; ${out} is left as it was, --allow-incomplete takes them\n`,
  })
  expect(readdirSync(folder.path)).toEqual([])
})

test('on standard output a list that is not complete is exit code 1 too, behind what came', async () => {
  await using service = await endingEarly()
  const { code, stdout, stderr } = await service.ran('--json-progress')
  expect(linesIn(stdout)).toBe(20)
  expect(stderr).toMatch(
    /^\{"state":"failed",.*\}\nosdi-events: not complete: 20 of 30 events came; --allow-[^\n]+\n$/m,
  )
  expect(code).toBe(1)
  expect(await service.ran('--allow-incomplete')).toMatchObject({ code: 0, stdout })
})
