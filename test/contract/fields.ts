const names = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * The field names of every table of the two interface documents, copied out by hand. A nested field is written with
 * dots, as the tables write it. `platform:` is the namespace's placeholder, as in the documents.
 */
export const fields = {
  v1: {
    event: names(`
      identifiers originating_system created_at modified_at summary description platform:event_instructions url
      start location total_accepted platform:event_campaign_id status transparence visibility
      guestsCanInviteOthers reminders reminders.method reminders.minutes platform:sponsor
      platform:sponsor.summary platform:sponsor.url _embedded.osdi:creator _embedded.osdi:organizer
    `),
    location: names(`
      venue address_lines locality region postal_code country language location location.latitude
      location.longitude location.accuracy
    `),
    person: names(`
      given_name family_name identifiers created_at modified_at originating_system email_addresses
      email_addresses.primary email_addresses.address postal_addresses postal_addresses.primary
      postal_addresses.address_lines postal_addresses.locality postal_addresses.region
      postal_addresses.postal_code postal_addresses.country postal_addresses.language postal_addresses.location
      postal_addresses.location.latitude postal_addresses.location.longitude postal_addresses.location.accuracy
      _links.curies _links.self _links.osdi:question_answers _links.osdi:attendance _links.osdi:signatures
      _links.osdi:submissions _links.osdi:donations
    `),
    links: names(`
      self osdi:attendance osdi:creator osdi:organizer platform:event_campaign platform:embed curies curies.name
      curies.href curies.templated
    `),
    collection: names(`
      total_pages per_page page total_records _links.self _links.next _links.osdi:events _links.curies
      _embedded.osdi:events
    `),
  },
  v2: {
    event: names(`
      identifiers origin_system created_date modified_date name title description instructions browser_url
      featured_image_url start_date end_date location total_accepted platform:event_campaign_id status
      transparence visibility guests_can_invite_others capacity platform:hidden reminders platform:sponsor
    `),
    location: names(`
      venue address_lines locality region postal_code country language location location.latitude
      location.longitude location.accuracy
    `),
    reminder: names('method minutes'),
    sponsor: names('title browser_url'),
    links: names(`
      self osdi:attendances osdi:creator osdi:organizer platform:event_campaign platform:embed
      osdi:record_attendance_helper curies curies.name curies.href curies.templated
    `),
    collection: names(`
      total_pages per_page page total_records _links.self _links.next _links.osdi:events _links.curies
      _embedded.osdi:events
    `),
  },
} as const
