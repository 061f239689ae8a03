/** What a form says above its fields if it was not accepted. Needs the package `react`. */
import { type Attempt, failures } from '@/lib/rsvp.ts'

interface Props {
  readonly attempt: Attempt
  readonly contact: string | undefined
}

export function Problems({ attempt: { mistakes = [], failure }, contact }: Props) {
  if (failure)
    return (
      <div className="problem" role="alert">
        <h3>{failures[failure].title}</h3>
        <p>{failures[failure].text}</p>
        {contact && (
          <p>
            <a href={contact}>Write to us</a>
          </p>
        )}
      </div>
    )
  return (
    <div className="problem" role="alert">
      <h3>Please correct this</h3>
      <ul>
        {mistakes.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
