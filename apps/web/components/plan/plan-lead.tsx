import type { Plan, PlanChange, Verdict } from '@steelyard/contract'
import { formatList, formatStatistic, oneUnitFor } from '@steelyard/contract/format'
import { DOMAIN_0, isMissing, pays, predictedVerdict, urgencyOf } from '@steelyard/contract/plain'
import type { ReactNode } from 'react'
import { VerdictPanel } from '../ui/verdict-panel.tsx'

/** What the plan does and what is predicted of it, in two sentences, and what there is to do. */
export function PlanLead({ plan, action }: { plan: Plan; action: ReactNode }) {
  const { changes, statistic, targetWindowSeconds, statement } = plan
  const judged = verdictsOf(plan)
  return (
    <VerdictPanel
      verdict={judged[0]?.verdict ?? 'no-targets'}
      title={[changeWords(changes), targetWords(judged)].filter(Boolean).join(' ')}
      action={action}
      notes={
        statistic ? (
          <span>
            Predicted times are the {formatStatistic(statistic, targetWindowSeconds)}. {statement}
          </span>
        ) : null
      }
    >
      {paying(changes).map((change) => (
        <p key={change.domain} className="text-ink-soft">
          <strong className="font-semibold text-ink">{change.domain} pays:</strong>{' '}
          {priceOf(change)}
        </p>
      ))}
    </VerdictPanel>
  )
}

/** Of the guests with a target, the most urgent first. */
function verdictsOf({ changes, grade }: Plan): { domain: string; verdict: Verdict }[] {
  return changes
    .flatMap(({ domain, predictedAfter, targetMs }) => {
      const verdict = predictedVerdict(predictedAfter, targetMs, grade)
      return verdict ? [{ domain, verdict }] : []
    })
    .toSorted((a, b) => urgencyOf(a.verdict) - urgencyOf(b.verdict))
}

/** Less is rounding of whole weights. */
const SAME_SHARE = 0.005

function changeWords(changes: readonly PlanChange[]): string {
  const moved = (sign: 1 | -1) =>
    changes
      .filter(
        ({ domain, shareBefore, shareAfter }) =>
          domain !== DOMAIN_0 &&
          shareBefore !== null &&
          shareAfter !== null &&
          sign * (shareAfter - shareBefore) > SAME_SHARE,
      )
      .map(({ domain }) => domain)
  const [more, less] = [moved(1), moved(-1)]
  const gets = (names: string[], what: string) =>
    names.length === 0
      ? []
      : [`${formatList(names)} ${names.length === 1 ? 'gets' : 'get'} ${what}`]
  const words = [...gets(more, 'more CPU'), ...gets(less, 'less')]
  if (words.length > 0) return `${words.join(', ')}.`
  const changed = changes.filter((each) => each.changed).map(({ domain }) => domain)
  return changed.length === 0 ? 'Nothing changes.' : `Values of ${formatList(changed)} change.`
}

function targetWords(judged: readonly { domain: string; verdict: Verdict }[]): string {
  const missing = judged.filter(({ verdict }) => isMissing(verdict))
  if (missing.length > 0) {
    return `${formatList(missing.map(({ domain }) => domain))} ${missing.length === 1 ? 'is predicted to miss its target' : 'are predicted to miss their targets'}.`
  }
  const isMet =
    judged.length > 0 && judged.every(({ verdict }) => verdict !== 'not-enough-evidence')
  return isMet ? 'All targets are predicted to be met.' : ''
}

function paying(changes: readonly PlanChange[]): PlanChange[] {
  return changes.filter(({ predictedBefore, predictedAfter }) =>
    pays(predictedBefore, predictedAfter),
  )
}

function priceOf({ predictedBefore, predictedAfter, targetMs }: PlanChange): string {
  const times = oneUnitFor([predictedAfter!.ms, targetMs])
  const change = `${times.predicted(predictedBefore!.ms)} → ${times.predicted(predictedAfter!.ms)} ${times.unit}`
  return targetMs === null
    ? `${change}, without a target.`
    : `${change} of ${times.target(targetMs)}.`
}
