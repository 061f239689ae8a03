/** How a filter compares a field. */
export type FilterType =
  | 'text'
  | 'number'
  | 'flag'
  | 'moment'
  | 'localTime'
  | 'identifiers'
  | 'emailAddress'
  | 'phoneNumber'
  | 'region'
  | 'postalCode'

/** A value that the field must equal, or limits for the field. */
export type Comparison<Value> =
  | Value
  | {
      /** Equal to this. */
      readonly eq?: Value | null | undefined
      /** Greater than this, or later. */
      readonly gt?: Value | undefined
      /** Less than this, or earlier. */
      readonly lt?: Value | undefined
    }

/** The value that a filter takes for each type of field. Null matches events without the field. */
export interface Comparisons {
  /** Equal to this text. */
  text: string | null
  /** Equal to this. */
  flag: boolean | null
  /** One of the identifiers equals this text. */
  identifiers: string
  /** One of the e-mail addresses equals this text. */
  emailAddress: string | null
  /** One of the telephone numbers equals this text. */
  phoneNumber: string | null
  /** One of the postal addresses has this region. */
  region: string | null
  /** One of the postal addresses has this postal code. */
  postalCode: string | null
  /** Equal to this number, or between two. */
  number: Comparison<number> | null
  /** At this moment, or between two: a `Date`, or a date-time with a zone. */
  moment: Comparison<string | Date> | null
  /** At this local time, or between two. */
  localTime: Comparison<string> | null
}

/** A filter by the fields in `Types`. A resource must meet all comparisons. Editors show the doc comments of the fields. */
export type FilterOn<Fields, Types extends Readonly<Record<string, FilterType>>> = {
  readonly [Name in keyof Pick<Fields, keyof Types & keyof Fields>]?: Comparisons[Types[Name & keyof Types]] | undefined
}

/** Comparisons with a person's contacts: one of them must match. Null matches people without one. */
export interface ContactFilter {
  /** An e-mail address. The client compares it without upper and lower case; the service may not. */
  readonly email_address?: string | null | undefined
  /** A telephone number. The client compares its last eight digits: services write country codes in different ways. */
  readonly phone_number?: string | null | undefined
  /** The region of a postal address. The client compares it without upper and lower case; the service may not. */
  readonly region?: string | null | undefined
  /** The postal code of a postal address. */
  readonly postal_code?: string | null | undefined
}
