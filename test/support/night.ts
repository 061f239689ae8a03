/** A tag of tests: `.ci/run` leaves them out, and the nightly run has them. They are slow, and what they hold seldom changes. */
export const tags = [{ name: 'night', description: 'left out by .ci/run, run every night' }]
