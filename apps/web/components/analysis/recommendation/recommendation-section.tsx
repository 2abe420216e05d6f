import type { AnalysisResult, EvidenceGrade, Recommendation } from '@steelyard/contract'
import {
  formatShare,
  formatSignedMs,
  formatSignedNumber,
  formatStatistic,
} from '@steelyard/contract/format'
import { groupBy } from '../../../lib/group-by.ts'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Cell, HeadCell, NameHead, PlainTable } from '../../ui/plain-table.tsx'
import { measureWords, objectiveLabels } from './objective-labels.ts'
import { ProofDetails } from './proof-details.tsx'
import { WeightsTable } from './weights-table.tsx'

/** The recommendation in detail: all numbers, the proof, and the cost of a step. */
export function RecommendationSection({
  recommendation,
  domain0,
  grade,
}: {
  recommendation: Recommendation
  domain0: AnalysisResult['domain0']
  /** Whether the evidence is enough to call a target met. */
  grade: EvidenceGrade
}) {
  const { styleOf } = useSeriesStyles()
  const { estimator, objective, statistic } = recommendation
  const { label } = styleOf(estimator)
  return (
    <>
      <Card aria-labelledby="weights">
        <CardHeader
          id="weights"
          title="Weights before and after"
          description={`${objectiveLabels[objective]}. Times are the ${formatStatistic(statistic, null)}, predicted by ${label}${
            recommendation.anchored
              ? ', scaled towards the measurements as far as is significant'
              : ' alone'
          }. Intervals cover 90 %.`}
        />
        <div className="pt-2 pb-2">
          <WeightsTable recommendation={recommendation} domain0={domain0} grade={grade} />
        </div>
        {recommendation.notes.length > 0 ? (
          <CardBody className="border-t border-line">
            <ul className="list-disc space-y-1 pl-5 text-sm text-ink-soft">
              {recommendation.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </CardBody>
        ) : null}
      </Card>
      <Card aria-labelledby="proof">
        <CardHeader id="proof" title="Proof" description={recommendation.proof.statement} />
        <CardBody>
          <ProofDetails recommendation={recommendation} />
        </CardBody>
      </Card>
      {recommendation.sensitivity.length > 0 ? (
        <Card aria-labelledby="sensitivity">
          <CardHeader
            id="sensitivity"
            title="One step more, one step less"
            description={`Change of ${measureWords(objective)}, by ${label}, when a guest gets one step more or less. The others are optimised again. Eq (7) of the paper divides the guests’ weights alone, so these parts leave Domain-0 out.`}
          />
          <div className="pt-2 pb-2">
            <SensitivityTable steps={recommendation.sensitivity} unit={recommendation.value.unit} />
          </div>
        </Card>
      ) : null}
    </>
  )
}

type Step = Recommendation['sensitivity'][number]

/** How much the objective worsens when a domain's share moves one step up or down. */
function SensitivityTable({
  steps,
  unit,
}: {
  steps: readonly Step[]
  unit: Recommendation['value']['unit']
}) {
  const byDomain = groupBy(steps, (step) => step.domain)
  return (
    <PlainTable caption="What one step more or less of each guest costs">
      <thead>
        <tr>
          <HeadCell>Guest</HeadCell>
          <HeadCell>One step more</HeadCell>
          <HeadCell>One step less</HeadCell>
        </tr>
      </thead>
      <tbody>
        {[...byDomain].map(([domain, both]) => (
          <tr key={domain} className="border-b border-line last:border-0">
            <NameHead name={domain} />
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
      <span className="text-ink-faint tabular"> at {formatShare(step.shareAfter)}</span>
      {step.meetsTargets === false ? (
        <span className="block text-danger">breaks a target</span>
      ) : null}
      {step.note ? <span className="block text-ink-faint">{step.note}</span> : null}
    </Cell>
  )
}
