import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** Texts with a space in them are read by people; names of headers, fields, codes and addresses have none. */
const isMessage = ({ node }) => {
  if (node.type === 'StringLiteral') return node.value.trim().includes(' ')
  return node.type === 'TemplateLiteral' && node.quasis.some(({ value }) => /\S |^ | \S/.test(value.raw))
}

/** Leaves the texts of messages out: what they say is not what the score is about. */
const ignorer = {
  shouldIgnore: (path) => (isMessage(path) ? 'text of a message' : undefined),
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'messages', ignorer)]
