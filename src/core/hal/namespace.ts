/** The service's own prefix where no other is named. */
export const defaultNamespace = 'platform'

/** Why a text is no namespace. */
export const noPrefix = 'must be a prefix such as platform or action_network, without the colon'

/** Whether a text can be the service's own prefix. */
export const isPrefix = (text: unknown): boolean => typeof text === 'string' && /^[A-Za-z][\w.-]*$/.test(text)

/**
 * The namespace of a client that does not name it: own fields are then not typed, for their prefix is not known. It is `any` because TypeScript takes
 * `EventsV2<'action_network'>` where `EventsV2<any>` is wanted, and not where `EventsV2<string>` is. No other file may write `any` (biome.json).
 */
export type AnyNamespace = any

/**
 * Fields that the spec names with `platform:`, named with the service's own prefix instead; none where the prefix is not known. Of several prefixes
 * it is a union, so that no field can be read before it is known which of them it is.
 */
export type Namespaced<Fields, NS extends string> = NS extends unknown
  ? string extends NS
    ? unknown
    : {
        // What keeps its name keeps its description in editors too; the compiler drops it where a name is made anew. That is why the fields of
        // the best-known service are written out beside the spec's own.
        [Name in keyof Fields as Name & `${NS}:${string}`]: Fields[Name]
      } & {
        [Name in keyof Fields as Name extends `platform:${infer Bare}` ? `${NS}:${Bare}` : never]: Fields[Name]
      }
  : never

/** Fields that the spec names with `platform:`, by what stands behind it. */
export type Bare<Fields> = {
  [Name in keyof Fields as Name extends `platform:${infer Bare}` ? Bare : never]: Fields[Name]
}
