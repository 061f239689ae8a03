/** Default of the service's own prefix. */
export const defaultNamespace = 'platform'

/** Message for a text that cannot be a namespace. */
export const prefixProblem = 'must be a prefix such as platform or action_network, without the colon'

/** Whether a text can be the service's own prefix. */
export const isPrefix = (text: unknown): boolean => typeof text === 'string' && /^[A-Za-z][\w.-]*$/.test(text)

/**
 * The namespace type of a client without the option `namespace`. Own fields then have no types, because their prefix is not known. The type is `any`:
 * `EventsV2<'action_network'>` is assignable to `EventsV2<any>`, but not to `EventsV2<string>`. No other file may use `any` (biome.json).
 */
export type AnyNamespace = any

/**
 * The fields that the spec names with `platform:`, under the service's own prefix. No fields if the prefix is not known. For a union of prefixes, the
 * type is a union too: the program must check the prefix before it reads a field.
 */
export type Namespaced<Fields, NS extends string> = NS extends unknown
  ? string extends NS
    ? unknown
    : {
        // A field that keeps its name keeps its description in editors. A new name loses it. So the fields of the best-known service are written by
        // hand beside those of the spec.
        [Name in keyof Fields as Name & `${NS}:${string}`]: Fields[Name]
      } & {
        [Name in keyof Fields as Name extends `platform:${infer Bare}` ? `${NS}:${Bare}` : never]: Fields[Name]
      }
  : never

/** The fields that the spec names with `platform:`, without this prefix. */
export type Bare<Fields> = {
  [Name in keyof Fields as Name extends `platform:${infer Bare}` ? Bare : never]: Fields[Name]
}
