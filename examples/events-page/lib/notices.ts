/** What the pages say if they cannot show an event. Needs no package. */
export const notices = {
  missing: {
    title: 'We cannot find this event',
    text: 'It may be over or removed, or the address may have a mistake.',
  },
  down: {
    title: 'We cannot show our events right now',
    text: 'Our events service does not answer. Nothing is wrong with your link or your browser: please try again in some minutes.',
  },
} as const
