import { cachedPage } from '../api/page.ts'
import { type Form, linksText, resourceText, type View } from '../api/view.ts'
import { notFound, personFor, tagFor } from '../rules/scope.ts'
import { taggingValues, tagValues } from '../rules/tag-values.ts'
import { toArray } from '../store/lists.ts'
import type { TaggingRecord, TagRecord } from '../store/model.ts'
import { type Handler, list, type Resource } from './resource.ts'

const listTags: Handler = (call) =>
  cachedPage(call, {
    path: 'tags',
    relation: 'osdi:tags',
    pathOf: ({ id }: TagRecord) => `tags/${id}`,
    text: (tag) => tagText(call.view, tag, 'embedded'),
    all: () => [...call.view.context.store.tags.values()].filter(({ owner }) => owner === call.key.owner),
  })

const getTag: Handler = ({ view, key, ids }) => tagText(view, tagFor(view.context, key, ids.id), 'resource')

const listTaggings: Handler = (call) => {
  const tag = tagFor(call.view.context, call.key, call.ids.id)
  return cachedPage(call, {
    ...taggingPage(call.view),
    path: `tags/${tag.id}/taggings`,
    all: () => call.view.context.store.tags.taggingsOf(tag),
  })
}

const getTagging: Handler = ({ view, key, ids }) => {
  const tag = tagFor(view.context, key, ids.id)
  const tagging = view.context.store.tags.tagging(ids.member)
  if (tagging?.tag !== tag.id || tagging.removed) throw notFound(view.context, 'tagging', ids.member, false)
  return taggingText(view, tagging, 'resource')
}

/** The taggings of a person with tags of the key's owner. */
const listTaggingsOfPerson: Handler = (call) => {
  const { store } = call.view.context
  const person = personFor(call.view.context, call.key, call.ids.id)
  return cachedPage(call, {
    ...taggingPage(call.view),
    path: `people/${person.id}/taggings`,
    all: () =>
      toArray(store.tags.taggingsBy(person)).filter(({ tag }) => store.tags.get(tag)?.owner === call.key.owner),
  })
}

const taggingPage = (view: View) => ({
  relation: 'osdi:taggings',
  pathOf: taggingPath,
  text: (tagging: TaggingRecord) => taggingText(view, tagging, 'embedded'),
})

const taggingPath = ({ tag, id }: TaggingRecord): string => `tags/${tag}/taggings/${id}`

const tagText = (view: View, tag: TagRecord, form: Form): string =>
  resourceText(view, tag, form, {
    fields: view.dialect.fields.tags,
    values: tagValues,
    links: linksText(view, { self: `tags/${tag.id}`, 'osdi:taggings': `tags/${tag.id}/taggings` }),
  })

const taggingText = (view: View, tagging: TaggingRecord, form: Form): string =>
  resourceText(view, tagging, form, {
    fields: view.dialect.fields.taggings,
    values: taggingValues,
    links: linksText(view, {
      self: taggingPath(tagging),
      'osdi:tag': `tags/${tagging.tag}`,
      'osdi:person': `people/${tagging.person}`,
    }),
  })

export const tags = {
  operations: {
    'tags.list': {
      ...list,
      path: 'tags',
      linked: true,
      summary: 'Lists tags',
      response: 'Tags',
      handle: listTags,
    },
    'tags.get': {
      method: 'GET',
      path: 'tags/:id',
      linked: true,
      summary: 'Shows a tag',
      response: 'Tag',
      handle: getTag,
    },
    'tags.taggings': {
      ...list,
      path: 'tags/:id/taggings',
      linked: true,
      summary: 'Lists who has a tag',
      response: 'Taggings',
      handle: listTaggings,
    },
    'tags.tagging': {
      method: 'GET',
      path: 'tags/:id/taggings/:member',
      linked: true,
      summary: 'Shows that a person has a tag',
      response: 'Tagging',
      handle: getTagging,
    },
    'people.taggings': {
      ...list,
      path: 'people/:id/taggings',
      linked: true,
      summary: 'Lists the tags that a person has',
      response: 'Taggings',
      handle: listTaggingsOfPerson,
    },
  },
  shown: {
    Tag: { table: 'tags', links: () => ['osdi:taggings'] },
    Tagging: { table: 'taggings', links: () => ['osdi:tag', 'osdi:person'] },
  },
  lists: {
    Tags: { of: 'Tag', relation: () => 'osdi:tags' },
    Taggings: { of: 'Tagging', relation: () => 'osdi:taggings' },
  },
} as const satisfies Resource
