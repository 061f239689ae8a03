/** The form that chooses events of the list. */
import type { Listing } from '@/lib/site.ts'

export const Filters = ({ choice, places }: Pick<Listing, 'choice' | 'places'>) => (
  <search>
    <form className="filters" action="/events" aria-label="Filter events">
      <div>
        <label htmlFor="place">Place</label>
        <select id="place" name="place" defaultValue={choice.place ?? ''}>
          <option value="">All places</option>
          {places.map((place) => (
            <option key={place}>{place}</option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor="from">From</label>
        <input id="from" name="from" type="date" defaultValue={choice.from} />
      </div>
      <div>
        <label htmlFor="to">To</label>
        <input id="to" name="to" type="date" defaultValue={choice.to} />
      </div>
      <button type="submit">Show</button>
    </form>
  </search>
)
