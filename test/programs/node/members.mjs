// The people who may get mail, for a mail merge: as CSV, with what they told about themselves.
//
//     AN_API_TOKEN=… node members.mjs diet
const fields = process.argv.slice(2)

async function get(url) {
  const response = await fetch(url, { headers: { 'OSDI-API-Token': process.env.AN_API_TOKEN } })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json()
}

const cell = (value) => `"${String(value ?? '').replaceAll('"', '""')}"`
const line = (...values) => console.log(values.map(cell).join(','))

line('name', 'email', 'phone', 'language', 'town', 'latitude', ...fields)
for (let page = 1; ; page++) {
  const { _embedded } = await get(`https://actionnetwork.org/api/v2/people?page=${page}`)
  const people = _embedded['osdi:people']
  if (people.length === 0) break
  for (const person of people) {
    const [email] = person.email_addresses.filter((one) => one.status === 'subscribed')
    if (!email) continue
    const home = person.postal_addresses[0]
    line(
      `${person.given_name ?? ''} ${person.family_name ?? ''}`.trim(),
      email.address,
      person.phone_numbers[0].number,
      person.languages_spoken[0],
      home.locality,
      home.location.latitude,
      ...fields.map((field) => person.custom_fields[field]),
    )
  }
}
