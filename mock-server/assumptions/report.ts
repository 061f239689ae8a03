import { type Assumptions, assumptionNames, checkSetting } from '../assumptions.ts'
import { isPlainObject } from '../text/json.ts'
import type { CheckFinding, CheckReport } from '../types/check.ts'
import { list, oneOf, text, validate, validateKeys } from '../validate.ts'

const members = ['assumption', 'title', 'mock', 'shownBy', 'outcome', 'service', 'note']
const outcomes = oneOf('as assumed', 'different', 'could not tell')

/** A checked finding. */
type ReadFinding = Omit<CheckFinding, 'title' | 'shownBy'>

/** Checks the findings of a report, which may come from a file. Throws a {@link MockServiceError} that names the wrong member. */
export const checkFindings = (findings: unknown, field: string): readonly ReadFinding[] =>
  validate(list, findings, field, 'option').map((entry, index) => {
    const path = `${field}[${index}]`
    const finding = validateKeys(entry, path, members, 'option')
    const assumption = validate(oneOf(...assumptionNames), finding.assumption, `${path}.assumption`, 'option')
    return {
      assumption,
      mock: checkSetting(assumption, finding.mock, `${path}.mock`),
      outcome: validate(outcomes, finding.outcome, `${path}.outcome`, 'option'),
      ...(finding.service !== undefined && {
        service: checkSetting(assumption, finding.service, `${path}.service`),
      }),
      ...(finding.note !== undefined && { note: validate(text, finding.note, `${path}.note`, 'option') }),
    }
  })

/** Whether the option `assumptions` is a report. No assumption has this name. */
export const isReport = (value: unknown): value is CheckReport => isPlainObject(value) && 'findings' in value

/** The settings that the check assumed, except where it found a different one. */
export const settingsIn = ({ findings }: CheckReport): Partial<Assumptions> =>
  Object.fromEntries(
    checkFindings(findings, 'assumptions.findings').map(({ assumption, mock, outcome, service = mock }) => [
      assumption,
      outcome === 'different' ? service : mock,
    ]),
  )
