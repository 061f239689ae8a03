/** One answer of a script. `{base}` in it stands for the script's own base address. */
export interface Step {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /**
   * `silent`: no answer ever; `stall`: half of the body, then nothing; `reset`: the connection is reset before the head; `cut`: half of
   * the body, then the end of the connection.
   */
  readonly ending?: 'whole' | 'silent' | 'stall' | 'reset' | 'cut'
}

/** A request as a server got it. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a server saw of a script. */
export interface Seen {
  readonly requests: readonly SeenRequest[]
  /** Requests without a whole answer whose connection is open. */
  readonly open: number
}

/** A script that a server plays under a base address of its own: request by request, the last step for all that come after it. */
export interface Script {
  readonly baseUrl: string
  seen(): Promise<Seen>
}

/** Has a server play a script. */
export async function scriptAt(server: string, steps: readonly Step[]): Promise<Script> {
  const response = await fetch(`${server}/_script`, { method: 'POST', body: JSON.stringify(steps) })
  const { id, baseUrl } = (await response.json()) as { readonly id: string; readonly baseUrl: string }
  const seen = async () => (await (await fetch(`${server}/_seen/${id}`)).json()) as Seen
  return { baseUrl, seen }
}
