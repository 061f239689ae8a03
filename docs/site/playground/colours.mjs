import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

// Colours of the site, which change with its theme.

const editor = EditorView.theme({
  '&': { color: 'var(--vp-c-text-1)', backgroundColor: 'var(--vp-c-bg)' },
  '.cm-gutters': { color: 'var(--vp-c-text-2)', backgroundColor: 'var(--vp-c-bg)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--vp-c-bg-soft)' },
  '.cm-cursor': { borderLeftColor: 'var(--vp-c-text-1)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--vp-c-brand-soft) !important',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--vp-c-brand-soft)' },
})

const code = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--vp-c-text-2)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--playground-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--playground-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--playground-number)' },
  { tag: tags.function(tags.variableName), color: 'var(--playground-function)' },
])

export const colours = [editor, syntaxHighlighting(code)]
