/** A location as both versions show it (v1 §2.2, v2 §2.2). */
export interface LocationFacts {
  readonly venue: string | undefined
  readonly address_lines: readonly string[] | undefined
  readonly locality: string | undefined
  readonly region: string
  readonly postal_code: string | undefined
  readonly country: string
  readonly language: string
  readonly location: {
    readonly latitude: number
    readonly longitude: number
    readonly accuracy: 'Rooftop' | 'Approximate'
  }
}

/** What is true of an event at a moment, before a version names it: what is stored and what the service generates. */
export interface EventFacts {
  readonly identifiers: readonly string[]
  readonly origin_system: string
  readonly created: string
  readonly modified: string
  readonly name: string | undefined
  readonly title: string
  readonly description: string | undefined
  readonly instructions: string | undefined
  /** The caller's own, or the public page of a user-interface event. */
  readonly browser_url: string | undefined
  /** Page on the service; only user-interface events have one. */
  readonly public_url: string | undefined
  readonly featured_image_url: string | undefined
  readonly start: string | undefined
  readonly end: string | undefined
  readonly location: LocationFacts
  readonly total_accepted: number
  readonly campaign: string | undefined
  readonly status: 'confirmed' | 'tentative' | 'cancelled'
  readonly transparence: 'opaque'
  readonly visibility: 'public' | 'private'
  readonly guests_can_invite_others: true
  readonly capacity: number | undefined
  readonly hidden: boolean
  readonly reminders: readonly { readonly method: 'email'; readonly minutes: number }[]
  readonly sponsor: { readonly title: string; readonly browser_url: string } | undefined
}
