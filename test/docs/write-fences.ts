import { writeFences } from '../support/fences.ts'

// For the compiler, which looks at what is there; the test runner's configuration does the same for itself.
writeFences()
