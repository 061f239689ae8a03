declare module '*.css' {
  /** The styles as a text, where they are not a file of their own. */
  const text: string
  export default text
}
