import { serve } from '../server.ts'
import { key, plain, type Situation } from '../situation.ts'
import type { Subject } from '../subject.ts'
import { type Ending, nameOf, watch } from '../watch.ts'

const page = '<!doctype html><title>Sign in</title><form><input type="password"></form>'

async function answered(subject: Subject, contentType: string, body: string): Promise<Ending> {
  await using home = await serve(() => ({ headers: { 'content-type': contentType }, body }))
  return await watch(() => subject.open({ origin: home.origin, key }).get(), 5000)
}

export const answers: readonly Situation[] = [
  {
    id: 'html',
    row: 'A web page with status 200',
    how: 'A login page answers a GET with status 200 and `text/html`. Is it an error, or handed out as the thing that was asked for?',
    async try(subject) {
      const ending = await answered(subject, 'text/html', page)
      if (ending.how === 'error') return plain('error', `error: ${nameOf(ending.error)}`)
      if (ending.how === 'open') return plain('**no end**')
      const { value } = ending
      const what = typeof value === 'string' ? 'the page as a string' : 'an object without data'
      return plain('**taken as data**', `**no error**: ${what}`)
    },
  },
  {
    id: 'field',
    row: 'A field is missing, another of a wrong type',
    how: 'A GET is answered with an object that lacks a field every object has, and in which another has a type it never has. Does the caller hear of it?',
    async try(subject) {
      const broken = subject.dialect.broken('http://127.0.0.1')
      const ending = await answered(subject, subject.dialect.contentType, broken.body)
      if (ending.how !== 'error') {
        return plain('**unnoticed**', `**not noticed**: no \`${broken.missing}\`, and a wrong \`${broken.wrong}\``)
      }
      const named = [broken.missing, broken.wrong].filter((field) => JSON.stringify(ending.error).includes(field))
      const fields = named.map((field) => `\`${field}\``).join(' and ') || 'neither'
      return plain('error', `error: ${nameOf(ending.error)}, which names ${fields}`)
    },
  },
]
