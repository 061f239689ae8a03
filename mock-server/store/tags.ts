import type { Instant } from '../time.ts'
import type { Ids } from './ids.ts'
import { Lists, type Range } from './lists.ts'
import type { OwnerId, PersonRecord, TaggingRecord, TagRecord } from './model.ts'
import { Table } from './table.ts'
import { PairTree, stringTree } from './trees.ts'

const emptyTables = (ids: Ids) => ({
  tags: new Table<TagRecord>(ids, 'tag'),
  taggings: new Table<TaggingRecord>(ids, 'tagging'),
  /** Tags by owner and name. */
  byName: stringTree<number>(),
  /** Lists of taggings by tag. */
  byTag: new Lists(),
  /** Lists of taggings by person. */
  byPerson: new Lists(),
  /** By tag and person: the tagging of a person who has the tag. */
  byPair: new PairTree<number>(),
})

/** All tags, and which people have them. */
export class Tags {
  readonly #ids: Ids
  readonly #tables

  constructor(ids: Ids, tables = emptyTables(ids)) {
    this.#ids = ids
    this.#tables = tables
  }

  clone(): Tags {
    const { tags, taggings, byName, byTag, byPerson, byPair } = this.#tables
    return new Tags(this.#ids, {
      tags: tags.clone(),
      taggings: taggings.clone(),
      byName: byName.clone(),
      byTag: byTag.clone(),
      byPerson: byPerson.clone(),
      byPair: byPair.clone(),
    })
  }

  add(make: (id: string, serial: number) => TagRecord): TagRecord {
    const { tags, byName } = this.#tables
    const tag = tags.add(make)
    byName.set(`${tag.owner} ${tag.name}`, tag.serial)
    return tag
  }

  get(id: string): TagRecord | undefined {
    return this.#tables.tags.get(id)
  }

  named(owner: OwnerId, name: string): TagRecord | undefined {
    const { byName, tags } = this.#tables
    const serial = byName.get(`${owner} ${name}`)
    return serial === undefined ? undefined : tags.at(serial)
  }

  /** Every tag in the order in which they were added. */
  values(): Iterable<TagRecord> {
    return this.#tables.tags.values()
  }

  /** Gives a tag to a person. The person must not have the tag yet. */
  give(tag: TagRecord, person: PersonRecord, created: Instant): TaggingRecord {
    const { taggings, byTag, byPerson, byPair } = this.#tables
    const made = { tag: tag.id, person: person.id, created, removed: false }
    const tagging = taggings.add((id, serial) => ({ id, serial, ...made }))
    byTag.add(tag.serial, tagging.serial)
    byPerson.add(person.serial, tagging.serial)
    byPair.set(tag.serial, person.serial, tagging.serial)
    return tagging
  }

  /** Takes a tag from a person. The person must have the tag. */
  take(tag: TagRecord, person: PersonRecord, tagging: TaggingRecord): void {
    const { taggings, byTag, byPerson, byPair } = this.#tables
    taggings.replace(tagging.serial, { ...tagging, removed: true })
    byTag.remove(tag.serial, tagging.serial)
    byPerson.remove(person.serial, tagging.serial)
    byPair.delete(tag.serial, person.serial)
  }

  tagging(id: string): TaggingRecord | undefined {
    return this.#tables.taggings.get(id)
  }

  /** The tagging if the person has the tag, else undefined. */
  taggingOf(tag: TagRecord, person: PersonRecord): TaggingRecord | undefined {
    const { byPair, taggings } = this.#tables
    const serial = byPair.get(tag.serial, person.serial)
    return serial === undefined ? undefined : taggings.at(serial)
  }

  /** The taggings of a tag, oldest first. */
  taggingsOf({ serial }: TagRecord): Range<TaggingRecord> {
    return this.#tables.taggings.listed(this.#tables.byTag.of(serial))
  }

  /** The taggings of a person with tags of all owners, oldest first. */
  taggingsBy({ serial }: PersonRecord): Range<TaggingRecord> {
    return this.#tables.taggings.listed(this.#tables.byPerson.of(serial))
  }

  /** The id that the next tagging will have. */
  get nextTagging(): string {
    return this.#ids.idOf('tagging', this.#tables.taggings.size)
  }

  /** Every tagging in the order in which they were added, even removed taggings. */
  taggings(): Iterable<TaggingRecord> {
    return this.#tables.taggings.values()
  }
}
