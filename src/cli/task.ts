/** What is to be done once the command line is understood; gives the exit code. */
export type Task = () => Promise<number>
