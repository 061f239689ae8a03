const words = (text: string): readonly string[] => text.split(' ')

const givenNames = words(
  'Ada Amir Beatriz Chidi Clara Dana Eli Fatima Grace Hana Ines Jamal Kai Leila Mateo Nadia Omar Zoe',
)
const familyNames = words('Abebe Bauer Castillo Delgado Fischer Garcia Haddad Ito Johnson Kowalski Lopez Nguyen Patel')

const pick = (names: readonly string[], at: number): string => names[at % names.length] ?? ''

/** A name for the person of a number whom nobody named: whole rounds of given names, each round with other family names. */
export const nameOf = (number: number) => ({
  given_name: pick(givenNames, number),
  family_name: pick(familyNames, number * 7 + Math.floor(number / givenNames.length)),
})
