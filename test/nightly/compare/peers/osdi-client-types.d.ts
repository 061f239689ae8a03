/** As much of it as its README describes and is used here: it has no types of its own. */
declare module 'osdi-client' {
  interface Request extends PromiseLike<{ readonly body: unknown }> {
    set(header: string, value: string): this
    timeout(limit: number): this
  }

  interface Resource {
    readonly data: { readonly identifiers: readonly string[] }
    save(): Request
  }

  interface Parsed {
    readonly events?: readonly Resource[]
    readonly nextPage?: () => Request
  }

  interface Client {
    readonly resources: { readonly Event: new (fields: object) => Resource }
    getEvents(): Request
    parse(response: { readonly body: unknown }): Parsed
  }

  const osdi: { client(entryPoint: object): Promise<Client> }
  export default osdi
}
