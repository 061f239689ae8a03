/** Runs one part of a check for every request that it is sent. */
import { runPart, type Settings } from '../checks/run.ts'

interface Wanted {
  readonly settings: Settings
  readonly title: string
  readonly part: number
}

export default {
  async fetch(request: Request): Promise<Response> {
    const { settings, title, part } = (await request.json()) as Wanted
    return Response.json(await runPart(settings, title, part))
  },
}
