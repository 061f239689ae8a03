import axios from 'axios'
import { followed } from '../walk/by-hand.ts'
import type { Walk } from '../walk/collection.ts'

/** axios, each page checked by zod. */
export const walk: Walk = ({ url, key }) => {
  const api = axios.create({ headers: { 'OSDI-API-Token': key } })
  return followed(`${url}/api/v2/events`, async (next) => (await api.get(next)).data)
}
