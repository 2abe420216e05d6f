import { type Relief, reliefKind, type WeighedHost } from '@steelyard/loop'
import type { Saying } from '@steelyard/words'
import { systemActor } from '../../access/actor.ts'
import { msOf } from '../../milliseconds.ts'
import { createPlanIn } from '../../plans/create-plan.ts'
import type { NewWish } from '../../plans/stored-wish.ts'
import { writeJournal } from '../journal/write-journal.ts'
import { reliefFigures } from '../recommendations/relief-figures.ts'
import { packRelief } from '../recommendations/stored-relief.ts'
import { stands } from '../recommendations/turn-recommendation.ts'
import type { HostStep } from './host-step.ts'
import { planOptions } from './make-plan.ts'

/** Answers a missed target: has the agent work out at once what the weights take on the host. */
export async function relieveHost(step: HostStep, relief: Relief): Promise<void> {
  const { deps, tx, host, situation, policy, hotspotId, now } = step
  const about = { hostId: host.id, hotspotId }
  const weighed = situation.host!
  const { pCpus, scheduler } = weighed
  const figures = reliefFigures(relief, weighed, situation)
  const saying: Saying = { code: 'relief-planned', relief: figures }
  const options = planOptions(situation.policy)
  const wish = wishOf(relief, weighed)
  const input = { hostId: host.id, wish }
  const { plan } = await createPlanIn(tx, deps, systemActor('worker'), input, options)
  const { id } = await tx.hostRecommendation.create({
    data: {
      ...about,
      ...stands('planning', saying),
      mode: policy.settings.mode,
      isDryRun: policy.settings.dryRun,
      relief: packRelief({ ...relief, pCpus, scheduler }, figures),
      planId: plan.id,
      kind: reliefKind(relief),
      createdAt: now,
      expiresAt: new Date(now.getTime() + msOf(situation.policy.expirySeconds)),
    },
  })
  const entry = { ...about, recommendationId: id, saying }
  await writeJournal(tx, { ...entry, decision: 'relief-planned' }, now)
}

/** The new weights beside those that were in force when the load was measured. */
function wishOf({ weightsAfter }: Relief, { domains, statistic }: WeighedHost): NewWish {
  return {
    weights: domains.map(({ domain }) => ({ domain, weight: weightsAfter[domain]! })),
    pins: [],
    isRelief: true,
    statistic,
    domains: domains.map(({ domain, weight, targetSeconds }) => ({
      domain,
      weightBefore: weight,
      predictedBefore: null,
      predictedAfter: null,
      targetSeconds,
      meetsTarget: null,
    })),
  }
}
