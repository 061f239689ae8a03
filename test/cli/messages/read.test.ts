import { idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { commandLine } from '../../support/command-line.ts'
import { Messages } from '../../support/messages.ts'

/** A `fetch` that changes the text of each answer. */
const changing =
  (fetch: typeof globalThis.fetch, change: (text: string) => string): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    return new Response(change(await response.text()), response)
  }

test('messages of src/cli/read', async () => {
  const messages = new Messages('src/cli/read')
  const cli = commandLine({ events: 3, perPage: 2, assumptions: { filter: 'ignored' } })
  const { service } = cli
  const group = { key: service.seeded.group }
  const campaign = service.addCampaign({ title: 'River', ...group })
  service.addCampaign({ title: 'Park', ...group })
  const event = service.addEvent({ title: 'Picnic', campaign }, group)
  service.attend(event, 3)
  const people = ['attendances', event.id, '--people']
  const quiet = { columns: 200, env: { NO_COLOR: '1' } }

  messages.about('Flags that are wrong')
  await messages.refused(cli, [
    ...['list --max 0', 'list --max many', 'list --max infinity', 'list --upcoming --max 0', 'campaigns --max 0'],
    ...['attendances 1 --people --max 1e9', 'attendances 1 --format ics', 'list --fields title,'],
    ...['list --fields title,name,title', 'list --filter x --changed-since 2026-05-01T00:00:00Z'],
    ...['list --changed-since yesterday', 'list --from 2026-06-31', 'list --to tomorrow', 'list --status canceled'],
    ...['list --sort date', 'list --zone +02:00 --upcoming', 'list --zone Europe/Berlin'],
  ])

  messages.about('Fields that nothing has')
  for (const typed of ['titel', 'startDate', 'start', 'locality', 'location.latitude', 'location.localty', 'hidden'])
    await messages.ran(cli, `list --fields id,${typed}`)
  for (const typed of ['action_network:hidden', 'modified_at', 'titel,nmae', 'wholly-other', 'capacity,identifiers.7'])
    await messages.ran(cli, `list --fields ${typed} --max Infinity`)
  await messages.ran(cli, 'list --fields wholly-other --max 1')
  await messages.ran(cli, ['attendances', event.id, '--fields', 'stauts'])
  await messages.ran(cli, ['attendances', event.id, '--fields', 'person_id', '--api', 'v1'])
  await messages.ran(cli, [...people, '--fields', 'given_name'])
  await messages.ran(cli, [...people, '--fields', 'id,person.custom_fields.diet'])
  await messages.ran(cli, 'campaigns --fields titel')

  messages.about('Lists of which not all is shown')
  await messages.ran(cli, 'list --max 1 --fields title')
  await messages.ran(cli, 'list --max 1 --fields title --status confirmed')
  await messages.ran(cli, 'campaigns --max 1')
  await messages.ran(cli, ['attendances', event.id, '--max', '1', '--fields', 'status'])
  // Times are those of this machine.
  const onTerminal = await cli.ran(['attendances', event.id, '--max', '1'], quiet)
  messages.add(['attendances', event.id, '--max', '1'], { ...onTerminal, stdout: '' })
  const early = { fetch: changing(service.fetch, (text) => text.replace(/"total_records":\d/, '"total_records":9')) }
  await messages.ran(cli, 'list --fields capacity', early)
  await messages.ran(cli, ['attendances', event.id, '--fields', 'status'], early)
  await messages.ran(cli, ['attendances', event.id, '--fields', 'status', '--format', 'ndjson'], early)
  await messages.ran(cli, 'list --changed-since 2020-01-01T00:00:00Z --fields capacity')
  service.clock.advance('PT1H')
  service.updateEvent(event.id, { title: 'Fair' })
  const since = new Date(Number(service.clock.now()) - 1000).toISOString()
  messages.hide(since, 'LATELY')
  await messages.ran(cli, `list --changed-since ${since} --fields title`)

  messages.about('Lists that are empty, on a terminal')
  const empty = commandLine({ events: 0 })
  const none = empty.service.addEvent({ title: 'Picnic' }, { key: empty.service.seeded.group })
  await messages.ran(empty, 'campaigns', quiet)
  await messages.ran(empty, ['attendances', none.id], quiet)
  await messages.ran(empty, 'list --status cancelled', quiet)
  await messages.ran(commandLine({ events: 0 }), 'list', quiet)

  messages.about('Numbers that JavaScript cannot hold')
  const large = {
    fetch: changing(service.fetch, (text) => text.replaceAll('"identifiers":', '"n":[1e400],"identifiers":')),
  }
  await messages.ran(cli, 'list --fields n', large)

  messages.about('Short ids')
  const short = event.id.slice(0, 8)
  messages.hide(short, 'SHORT')
  await messages.ran(cli, ['attendances', short, '--max', '3', '--fields', 'status'])
  await messages.ran(cli, ['list', '--campaign', campaign.id.slice(0, 8), '--fields', 'title'])
  messages.hide(campaign.id.slice(0, 8), 'SHORT')
  const other = idOf((await cli.events())[0] ?? {}, 'platform')
  const alike = { fetch: changing(service.fetch, (text) => text.replaceAll(other, short + other.slice(8))) }
  const twice = await messages.ran(cli, ['update', short, '--title', 'Canal'], alike)
  expect(twice.stderr).toContain(event.id)
  await messages.ran(cli, ['update', short, '--title', 'Canal'], early)

  messages.about('People who cannot be read')
  cli.fault({ path: '**/people/**', times: 1, effect: { kind: 'status', status: 404, body: { error: 'left' } } })
  await messages.ran(cli, [...people, '--fields', 'id,rsvp.status'])
  service.faults.clear()
  cli.fault({ path: '**/people/**', effect: { kind: 'status', status: 403 } })
  await messages.ran(cli, [...people, '--fields', 'id'])
  service.faults.clear()
  const body = { _embedded: { 'osdi:attendances': [{ status: 'accepted' }] } }
  cli.fault({ path: '**/attendances**', effect: { kind: 'status', status: 200, body } })
  await messages.ran(cli, people)
  await messages.isIn('read.txt')
})
