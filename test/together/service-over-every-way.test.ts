import { ways } from '../support/ways.ts'
import { testOverWay } from './every-way.ts'

for (const [way, reach] of Object.entries(ways)) testOverWay(way, reach)
