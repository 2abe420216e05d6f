import type { Recommendation } from '@steelyard/contract'
import { styleOf } from '../charts/series-style.ts'
import { CardBody } from '../ui/card.tsx'
import { FoldingCard } from '../ui/folding-card.tsx'
import { ErratumLinks } from './errata.tsx'
import { estimatorOf, minimised } from './objective-words.ts'
import { modeLabels } from './option-labels.ts'
import { ProofDetails } from './proof-details.tsx'
import { SensitivityTable } from './sensitivity-table.tsx'
import { WeightsTable } from './weights-table.tsx'

/** The recommendation in detail: all numbers, the proof, what a step would cost. */
export function RecommendationSection({ recommendation }: { recommendation: Recommendation }) {
  const by = estimatorOf(recommendation)
  const { label } = styleOf(by)
  return (
    <>
      <FoldingCard
        id="weights"
        title="Weights before and after"
        description={`${modeLabels[recommendation.mode]}. ${
          recommendation.anchored
            ? `Predicted = measured peak × ${label} after ÷ ${label} now.`
            : `Predicted by ${label} itself, without an anchor in what was measured.`
        }`}
      >
        <div className="pt-3 pb-2">
          <WeightsTable recommendation={recommendation} />
        </div>
        {recommendation.notes.length > 0 ? (
          <CardBody className="border-t border-line">
            <ul className="list-disc space-y-1 pl-5 text-sm text-ink-soft">
              {recommendation.notes.map((note) => (
                <li key={note}>
                  <ErratumLinks text={note} />
                </li>
              ))}
            </ul>
          </CardBody>
        ) : null}
      </FoldingCard>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <FoldingCard id="proof" title="Proof" description={recommendation.proof.statement}>
          <CardBody>
            <ProofDetails recommendation={recommendation} />
          </CardBody>
        </FoldingCard>
        <FoldingCard
          id="sensitivity"
          title="One step more, one step less"
          description={`Change of ${minimised(by)}, by ${label}${by === 'delay-aware' ? ' and unanchored' : ''}, when a domain gets one step of share more or less and the others are optimised again.`}
        >
          <div className="pt-3 pb-2">
            {recommendation.sensitivity.length > 0 ? (
              <SensitivityTable steps={recommendation.sensitivity} />
            ) : (
              <p className="px-4 pb-3 text-sm text-ink-soft sm:px-6">
                There is no optimum to step away from.
              </p>
            )}
          </div>
        </FoldingCard>
      </div>
    </>
  )
}
