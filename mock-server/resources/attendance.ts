import { link, type Resource } from '../hal.ts'
import type { AttendanceRecord } from '../model.ts'
import { nativeIdentifier, written } from '../service/world.ts'
import { type Member, memberOf } from './shown.ts'
import { named, type Standing, type View } from './view.ts'

/** One RSVP; its fields are not shown in the documents, so it says no more than is known (assumption `linked`). */
function attendanceResource(view: View, attendance: AttendanceRecord, standing: Standing): Resource {
  const { world, addresses } = view
  const id = world.store.ids.idOf('attendance', attendance.serial)
  const created = written(world, attendance.created)
  return {
    ...named(view, {
      identifiers: [nativeIdentifier(world, id)],
      created,
      modified: created,
      status: 'accepted',
    }),
    _links: {
      self: link(addresses.attendance(attendance.event, id)),
      'osdi:event': link(addresses.event(attendance.event)),
      'osdi:person': link(addresses.person(attendance.person)),
      ...(standing === 'single' && { curies: view.curies }),
    },
  }
}

/** An RSVP as JSON. */
export const attendanceText = (view: View, attendance: AttendanceRecord, standing: Standing): string =>
  JSON.stringify(attendanceResource(view, attendance, standing))

/** An RSVP as a collection shows it. */
export function attendanceMember(view: View, attendance: AttendanceRecord): Member {
  const id = view.world.store.ids.idOf('attendance', attendance.serial)
  return memberOf(attendanceText(view, attendance, 'listed'), view.addresses.attendance(attendance.event, id))
}
