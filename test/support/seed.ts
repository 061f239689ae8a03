import fc from 'fast-check'

// Properties use the same values in every run, so that only a change makes a test fail. `SEED=random` uses new values and prints the seed.
const { SEED = '1' } = process.env
const seed = SEED === 'random' ? Date.now() % 2 ** 31 : Number(SEED)
if (SEED === 'random') console.log(`SEED=${seed}`)
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
