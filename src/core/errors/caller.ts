/** Where something was called from, as far as the runtime tells. */
export interface Caller {
  readonly stack?: string
}

/**
 * Who called a function. An iterator keeps it for its errors: they are made in turns of their own, and ten frames of ours would be all that the
 * runtime keeps of the way to them.
 */
export function callerOf(called: () => unknown): Caller {
  const caller: Caller = {}
  // Written out only if someone reads it.
  Error.captureStackTrace?.(caller, called)
  return caller
}

/** Lets the stack of an error go on to where the call came from. */
export function leadTo({ stack = '' }: Caller, error: Error): void {
  const [way = ''] = /(?:\n +at .*)+/.exec(stack) ?? []
  // Assigned, it would be enumerable in some runtimes, and so stand in JSON.
  if (way) Object.defineProperty(error, 'stack', { value: error.stack + way, configurable: true, writable: true })
}
