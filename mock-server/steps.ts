/** Work in steps of well under a millisecond, between which others may have their turn. */
export type Steps<Result> = Generator<undefined, Result>

/** Does the work in one go. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
