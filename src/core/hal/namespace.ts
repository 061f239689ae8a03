/** Default of the option `namespace`: the service's own prefix in identifiers, fields and relations. */
export const defaultNamespace = 'platform'

/** Message for a text that cannot be a namespace. */
export const prefixProblem = 'must be a prefix such as platform or action_network, without the colon'

/** Whether a text can be the service's own prefix. */
export const isPrefix = (text: unknown): boolean => typeof text === 'string' && /^[A-Za-z][\w.-]*$/.test(text)

/**
 * The namespace type of a client without the option `namespace`. Fields with the service's own prefix then have no types, because the prefix is not
 * known. The type is `any`, because `EventsV2<'action_network'>` is assignable to `EventsV2<any>`, but not to `EventsV2<string>`. No other file may
 * use `any` (biome.json).
 */
export type AnyNamespace = any

/**
 * Replaces the prefix `platform:` in the names of fields by `NS`. The result has no fields if `NS` is not known. If `NS` is a union of prefixes, the type
 * is a union too, so a program must check the prefix before it reads a field.
 */
export type Namespaced<Fields, NS extends string> = NS extends unknown
  ? string extends NS
    ? unknown
    : {
        // Editors show the description of a field only if this type does not rename the field. So `Fields` has hand-written fields for the Action
        // Network beside those with `platform:`.
        [Name in keyof Fields as Name & `${NS}:${string}`]: Fields[Name]
      } & {
        [Name in keyof Fields as Name extends `platform:${infer Bare}` ? `${NS}:${Bare}` : never]: Fields[Name]
      }
  : never

/** Fields that the spec names with `platform:`, without this prefix. */
export type Bare<Fields> = {
  [Name in keyof Fields as Name extends `platform:${infer Bare}` ? Bare : never]: Fields[Name]
}
