import type { Recommendation } from '@steelyard/contract'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { ErratumLinks } from './errata.tsx'
import { modeLabels } from './option-labels.ts'
import { ProofDetails } from './proof-details.tsx'
import { SensitivityTable } from './sensitivity-table.tsx'
import { WeightsTable } from './weights-table.tsx'

/** The recommendation in detail: all numbers, the proof, what a step would cost. */
export function RecommendationSection({ recommendation }: { recommendation: Recommendation }) {
  return (
    <>
      <Card aria-labelledby="weights">
        <CardHeader
          id="weights"
          title="Weights before and after"
          description={`${modeLabels[recommendation.mode]}. ${
            recommendation.anchored
              ? 'Predicted = measured peak × formula after ÷ formula now.'
              : 'Predicted by the formula itself, without an anchor in what was measured.'
          }`}
        />
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
      </Card>
      <div className="grid gap-6 lg:grid-cols-2">
        <Card aria-labelledby="proof">
          <CardHeader id="proof" title="Proof" />
          <CardBody>
            <ProofDetails recommendation={recommendation} />
          </CardBody>
        </Card>
        <Card aria-labelledby="sensitivity">
          <CardHeader
            id="sensitivity"
            title="One step more, one step less"
            description="Change of the formula’s total delay, unanchored, when a domain gets one step of share more or less and the others are optimised again."
          />
          <div className="pt-3 pb-2">
            {recommendation.sensitivity.length > 0 ? (
              <SensitivityTable steps={recommendation.sensitivity} />
            ) : (
              <p className="px-4 pb-3 text-sm text-ink-soft sm:px-6">
                There is no optimum to step away from.
              </p>
            )}
          </div>
        </Card>
      </div>
    </>
  )
}
