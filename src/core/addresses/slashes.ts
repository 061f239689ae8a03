/** A path without the slashes at its end. A pattern would look at every row of slashes once for each slash in it. */
export function withoutLastSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
