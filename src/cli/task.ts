/** What is to be done once the command line is understood; gives the exit code. */
export type Task = () => Promise<number>

/** Takes what a command is to do. */
export type Choose = (task: Task) => void
