/** Writes text to standard output; waits while its reader does not read. A reader that went away is no failure. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(text, () => resolve())
  })

export const printJson = (value: unknown): Promise<void> => print(`${JSON.stringify(value, undefined, 2)}\n`)
