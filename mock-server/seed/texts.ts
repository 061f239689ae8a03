/** What descriptions of seeded events go on with: HTML and plain text, in more than one alphabet, short and long. */
export const paragraphs: readonly string[] = [
  '<p>Bring water, sunscreen and a friend. We meet at the gate and walk over together; latecomers find us by the banner.</p>',
  'No experience needed. Somebody shows you how, and nobody is left alone with it.',
  '<p>Children are welcome. There is a corner with crayons, and <strong>two of us</strong> look after it all the time.</p>',
  '<p>Café Olé next door keeps a table for us afterwards: Kaffee, thé à la menthe, pão de queijo.</p>',
  '<p>Habrá interpretación al español. 我们也有中文翻译。 سيكون هناك مترجم إلى العربية.</p>',
  'The bus stops right outside. Parking is scarce, so please share a car, or come by bike 🚲.',
  '<ul><li>Doors open half an hour early.</li><li>The room is on the ground floor.</li><li>There is a hearing loop.</li></ul>',
  '<p>Last time eighty-four of us came, among them a brass band, two councillors and a very patient dog. What we wrote down on that evening hangs in the hall now, and most of it has been done since: the crossing has its light, the fountain runs, and the benches by the pond were painted in all the colours that somebody had left over. This time we look at what is still open, share it out among those who are there, and set a date for each of it.</p>',
  '<p>It rains? We go ahead, under the roof of the market hall. It pours? Look here an hour before, we say so by then. Whoever signed up gets a message.</p><p>Questions go to the address below, or to whomever you meet with a yellow scarf.</p>',
  '<p>Read more in <a href="https://calendar.example.com/notes?from=event&amp;page=2">our notes</a>: "why this, why now &amp; why here".</p>',
]
