/** Members that say who a person is. No error shows their values. */
export const personalMembers = [
  ...['given_name', 'family_name', 'additional_name', 'birthdate', 'custom_fields'],
  ...['email_addresses', 'phone_numbers', 'postal_addresses'],
]

/** In JSON that cannot be parsed, everything from the first personal member on. */
export const personalRest = new RegExp(`"(?:${personalMembers.join('|')})".*`, 's')
