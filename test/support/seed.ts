import fc from 'fast-check'

// Properties draw the same values in every run, so that a change alone makes one fail. `SEED=random` draws others and prints them.
const { SEED = '1' } = process.env
const seed = SEED === 'random' ? Date.now() % 2 ** 31 : Number(SEED)
if (SEED === 'random') console.log(`SEED=${seed}`)
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
