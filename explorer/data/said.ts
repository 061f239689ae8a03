import { storeOf } from './store.ts'

/** What was said last of something that was done, and a number that says whether it is another. */
export const said = storeOf<{ readonly text: string; readonly number: number }>({ text: '', number: 0 })

/** Tells that something was done: where it is seen does not matter to whoever does it. */
export const say = (text: string): void => said.set(({ number }) => ({ text, number: number + 1 }))
