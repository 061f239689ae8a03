import { places } from '../places.ts'
import type { PlaceQuery } from '../types.ts'
import type { Draw } from './draw.ts'

const streets = ['Main St', 'Oak Avenue', 'River Road', 'Market Street', 'Mill Lane', 'Park Place'] as const

/** An address in the place of a town, with and without each of its parts. */
export interface Venue {
  /** Counts up from 0. */
  readonly number: number
  readonly town: string
  readonly query: PlaceQuery
}

export function drawVenue(draw: Draw, number: number, name: string): Venue {
  const [town, region, country, , , , postal_code] = draw.one(places)
  const line = `${1 + draw.below(980)} ${draw.one(streets)}`
  const query: PlaceQuery = {
    ...(draw.chance(85) && { venue: name }),
    ...(draw.chance(75) && { address_lines: Object.freeze([line]) }),
    ...(draw.chance(94) && { locality: town }),
    ...(draw.chance(90) && { region }),
    ...(draw.chance(80) && { postal_code }),
    ...(draw.chance(95) && { country }),
  }
  return { number, town, query: Object.freeze(query) }
}
