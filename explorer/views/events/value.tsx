import { Markup } from './markup.tsx'
import { isMembers } from './members.ts'

/** A value out of JSON, for people to read. Texts are shown as texts, whatever stands in them. */
export function Value({ value }: { readonly value: unknown }) {
  if (value === undefined || value === null) return <span class="soft">–</span>
  if (typeof value === 'string') return <Text text={value} />
  if (Array.isArray(value)) return <Several values={value} />
  if (isMembers(value)) return <MemberList members={value} />
  return <span class="mono">{String(value)}</span>
}

function Text({ text }: { readonly text: string }) {
  if (/^https?:\/\/\S+$/i.test(text)) return <Outside href={text} />
  return /<[a-z!/]/i.test(text) ? <Markup html={text} /> : <span class="text">{text}</span>
}

/** A way out of the explorer, which the page itself never takes. */
const Outside = ({ href }: { readonly href: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {href}
  </a>
)

const Several = ({ values }: { readonly values: readonly unknown[] }) => (
  <ul>
    {values.map((value, at) => (
      <li key={at}>
        <Value value={value} />
      </li>
    ))}
  </ul>
)

const MemberList = ({ members }: { readonly members: Readonly<Record<string, unknown>> }) => (
  <dl class="members">
    {Object.entries(members).map(([name, value]) => (
      <>
        <dt key={name}>{name}</dt>
        <dd>
          <Value value={value} />
        </dd>
      </>
    ))}
  </dl>
)
