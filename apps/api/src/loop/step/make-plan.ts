import { kindOf, type LoopPolicy } from '@steelyard/loop'
import { systemActor } from '../../access/actor.ts'
import { createPlanIn } from '../../plans/create-plan.ts'
import { stands } from '../recommendations/turn-recommendation.ts'
import type { RecommendationStep } from './host-step.ts'

/** Room for reading the host, and for the step that applies what is approved at the last moment. */
const SPARE_SECONDS = 600

/** Has the agent work out what the recommended weights take on the host. */
export async function makePlan({
  deps,
  tx,
  pending,
  situation,
}: RecommendationStep): Promise<void> {
  const { changes } = situation.pending!.proposal!
  const { plan } = await createPlanIn(
    tx,
    deps,
    systemActor('worker'),
    { analysisId: pending.analysisId! },
    planOptions(situation.policy),
  )
  await tx.hostRecommendation.update({
    where: { id: pending.id },
    data: {
      ...stands('planning', { code: 'reading-host' }),
      planId: plan.id,
      kind: kindOf(changes),
    },
  })
}

/** A plan of the loop may be applied for as long as it waits for approval. */
export function planOptions({ expirySeconds }: LoopPolicy): { lifetimeSeconds: number } {
  return { lifetimeSeconds: expirySeconds + SPARE_SECONDS }
}
