import * as accounts from './hand-in/accounts.ts'
import { attend } from './hand-in/attend.ts'
import { addEvent, updateEvent } from './hand-in/events.ts'
import { addPerson, shownPerson } from './hand-in/people.ts'
import { eventOf, keyOf, listOf, ownerOf } from './hand-in/references.ts'
import { shownEvent } from './hand-in/shown-event.ts'
import { removeEvent } from './service/events.ts'
import { dashboard, targeting } from './service/lists.ts'
import { mailingList } from './service/mailing.ts'
import type { World } from './service/world.ts'
import { frozen } from './text/json.ts'
import type { MockService, Seeded } from './types.ts'

/** The members of a service that put things in, and those that show what its user interface would. */
export type Members = Pick<MockService, Adding | Showing>

type Adding = 'addPerson' | 'addGroup' | 'addKey' | 'addCampaign' | 'attend' | Events
type Events = 'addEvent' | 'updateEvent' | 'cancelEvent' | 'removeEvent'
type Showing = 'targeting' | 'dashboard' | 'mailingList'

/**
 * Members that work on whatever world there is when they are called; addresses that they show are under its base. Events are of the
 * seeded group where no key is named.
 */
export const membersOf = (world: () => World, seeded: () => Seeded, changed: () => void): Members => ({
  ...addingTo(world, seeded, changed),
  targeting: (key) => frozen(targeting(world(), keyOf(world(), key, 'key').owner)),
  dashboard: (of) => frozen(dashboard(world(), ownerOf(world(), of, 'of'))),
  mailingList: (of) => {
    const people = mailingList(world(), listOf(world(), of, 'of'))
    return frozen(people.map((person) => shownPerson(world(), person)))
  },
})

/** Members that put things in, change them or take them out, and say so afterwards. */
function addingTo(world: () => World, seeded: () => Seeded, changed: () => void): Pick<MockService, Adding> {
  const done = <Made>(made: Made): Made => {
    changed()
    return frozen(made)
  }
  return {
    addPerson: (person) => done(shownPerson(world(), addPerson(world(), person))),
    addGroup: (group) => done(accounts.shownGroup(world(), accounts.addGroup(world(), group))),
    addKey: (key) => done(accounts.shownKey(accounts.addKey(world(), key))),
    addCampaign: (campaign) => done(accounts.shownCampaign(accounts.addCampaign(world(), campaign))),
    addEvent: (event, how) => done(shownEvent(world(), addEvent(world(), event, how, seeded().group))),
    updateEvent: (event, changes) => done(shownEvent(world(), updateEvent(world(), event, changes))),
    cancelEvent: (event) => done(shownEvent(world(), updateEvent(world(), event, { status: 'cancelled' }))),
    removeEvent: (event) => done(removeEvent(world(), eventOf(world(), event))),
    attend: (event, who) => done(attend(world(), event, who)),
  }
}
