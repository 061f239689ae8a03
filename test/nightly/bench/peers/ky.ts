import ky from 'ky'
import { followed } from '../walk/by-hand.ts'
import type { Walk } from '../walk/collection.ts'

/** ky, each page checked by zod. */
export const walk: Walk = ({ url, key }) => {
  const api = ky.extend({ headers: { 'OSDI-API-Token': key } })
  return followed(`${url}/api/v2/events`, (next) => api.get(next).json())
}
