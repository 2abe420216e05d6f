import type { Recommendation } from '@steelyard/contract'
import { formatShare, formatSignedMs, formatSignedNumber } from '../../lib/format.ts'
import { groupBy } from '../../lib/group-by.ts'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'

type Step = Recommendation['sensitivity'][number]

/** What one step of share more or less of each domain would cost of the objective. */
export function SensitivityTable({
  steps,
  unit,
}: {
  steps: readonly Step[]
  unit: Recommendation['value']['unit']
}) {
  const byDomain = groupBy(steps, (step) => step.domain)
  return (
    <PlainTable caption="What one step more or less of each domain costs">
      <thead>
        <tr>
          <HeadCell>Domain</HeadCell>
          <HeadCell>One step more</HeadCell>
          <HeadCell>One step less</HeadCell>
        </tr>
      </thead>
      <tbody>
        {[...byDomain].map(([domain, both]) => (
          <tr key={domain} className="border-b border-line last:border-0">
            <RowHead>{domain}</RowHead>
            <StepCell step={both.find((each) => each.direction === 'more')} unit={unit} />
            <StepCell step={both.find((each) => each.direction === 'less')} unit={unit} />
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

function StepCell({
  step,
  unit,
}: {
  step: Step | undefined
  unit: Recommendation['value']['unit']
}) {
  if (!step || step.shareAfter === null || step.change === null) {
    return <Cell className="text-ink-faint">{step?.note ?? 'not possible'}</Cell>
  }
  return (
    <Cell>
      <span className="font-semibold tabular">
        {unit === 'ms' ? formatSignedMs(step.change) : formatSignedNumber(step.change)}
      </span>
      <span className="text-ink-faint tabular"> at share {formatShare(step.shareAfter)}</span>
      {step.meetsTargets === false ? (
        <span className="block text-danger">breaks a target</span>
      ) : null}
      {step.note ? <span className="block text-ink-faint">{step.note}</span> : null}
    </Cell>
  )
}
