/** The name of a member that nothing has. */
declare const noValue: unique symbol

/** The type of a field that the service alone sets. No value has it: the compiler names it where one is given all the same. */
export interface SetByTheService {
  /** Nothing has it. */
  readonly [noValue]: 'set by the service'
}

/** Fields that nobody can send. It can be called, for what can be called is in no editor's list of the fields to choose from. */
export interface Refusing {
  (refused: never): never
  /** Written by the service; a creator is given as the option `creator`. */
  readonly _links?: SetByTheService | undefined
  /** Written by the service. */
  readonly _embedded?: SetByTheService | undefined
}
