import { serve } from '../server.ts'
import { key, plain, type Situation } from '../situation.ts'
import { nameOf, watch } from '../watch.ts'

export const limits: Situation = {
  id: 'stall',
  row: 'A body that stalls, with a limit of 300 ms',
  how: 'Half of the body comes, and then nothing. The time limit is set to 300 ms where the client documents such an option; the attempts are as many as it makes. Does the call end within 10 seconds?',
  async try(subject) {
    const { dialect } = subject
    await using home = await serve(() => ({
      headers: { 'content-type': dialect.contentType },
      body: dialect.thing('1', home.origin),
      ending: 'stall',
    }))
    const ending = await watch(() => subject.open({ origin: home.origin, key, timeout: 300 }).get(), 10_000)
    const option = subject.limits ? '' : 'no such option; '
    const attempts = home.requests.length === 1 ? 'one attempt' : `${home.requests.length} attempts`
    if (ending.how === 'open') return plain('**no end**', `${option}**no end** within 10 s`)
    const end = ending.how === 'error' ? nameOf(ending.error) : 'no error'
    return plain('ends', `${option}${end}, ${attempts}`)
  },
}
