/** Names for people that nobody named. */
export const givenNames = [
  ...['Ada', 'Amir', 'Beatriz', 'Chidi', 'Clara', 'Dana', 'Eli', 'Fatima', 'Grace', 'Hana', 'Ines', 'Jamal', 'Kai'],
  ...[
    'Leila',
    'Mateo',
    'Nadia',
    'Omar',
    'Priya',
    'Quinn',
    'Rosa',
    'Samuel',
    'Tala',
    'Uma',
    'Viktor',
    'Wren',
    'Yusuf',
    'Zoe',
  ],
] as unknown as readonly [string, ...string[]]

export const familyNames = [
  ...['Abebe', 'Bauer', 'Castillo', 'Delgado', 'Edwards', 'Fischer', 'Garcia', 'Haddad', 'Ito', 'Johnson', 'Kowalski'],
  ...[
    'Lopez',
    'Murphy',
    'Nguyen',
    'Okafor',
    'Patel',
    'Reyes',
    'Schmidt',
    'Tanaka',
    'Usman',
    'Vargas',
    'Walker',
    'Young',
  ],
] as unknown as readonly [string, ...string[]]
