import { vi } from 'vitest'

// A test that loads modules anew would seem to reach what is done once, while they are loaded.
vi.resetModules = () => vi
