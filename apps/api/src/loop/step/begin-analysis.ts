import type { TimeSpan } from '@steelyard/analysis'
import { NewAnalysisOptions } from '@steelyard/contract'
import { shareBounds } from '@steelyard/loop'
import { type Saying, words } from '@steelyard/words'
import { systemActor } from '../../access/actor.ts'
import { createAnalysisIn } from '../../analyses/create-analysis.ts'
import { isoOf } from '../../epoch.ts'
import { HOUR_MS } from '../../milliseconds.ts'
import { writeJournal } from '../journal/write-journal.ts'
import { stands } from '../recommendations/turn-recommendation.ts'
import { sharesOf } from '../situation/shares-of.ts'
import type { HostStep } from './host-step.ts'

/** An analysis that takes longer than this says little of the present. */
const LONGEST_ANALYSIS_MS = HOUR_MS

/** Has the newest observations analysed, within the bounds of the policy. */
export async function beginAnalysis(
  { deps, tx, host, situation, policy, hotspotId, now }: HostStep,
  { fromEpochSeconds, toEpochSeconds }: TimeSpan,
): Promise<void> {
  const watched = { from: isoOf(fromEpochSeconds), to: isoOf(toEpochSeconds) }
  const { analysis } = await createAnalysisIn(tx, deps, systemActor('worker'), {
    hostId: host.id,
    uploadIds: [],
    watched,
    name: `The loop, ${words.moment(toEpochSeconds)}`,
    targets: targetsOf(host.domains),
    options: NewAnalysisOptions.parse({
      bounds: shareBounds(situation.policy, sharesOf(weightsNow(host.domains))),
    }),
  })
  const domains = situation.hotspots.map(({ domain }) => domain)
  const saying: Saying = { code: 'analysis-started', fromEpochSeconds, toEpochSeconds, domains }
  const { id } = await tx.hostRecommendation.create({
    data: {
      hostId: host.id,
      hotspotId,
      ...stands('analysing', saying),
      mode: policy.settings.mode,
      isDryRun: policy.settings.dryRun,
      analysisId: analysis.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LONGEST_ANALYSIS_MS),
    },
  })
  const about = { hostId: host.id, hotspotId, recommendationId: id }
  await writeJournal(tx, { ...about, decision: 'analysis-started', saying }, now)
}

type DomainRow = HostStep['host']['domains'][number]

function targetsOf(domains: readonly DomainRow[]) {
  return domains
    .filter(({ targetResponseTimeMs: time, targetThroughputPerSecond: rate }) => time ?? rate)
    .map(({ name, targetResponseTimeMs, targetThroughputPerSecond, targetIsSoft }) => ({
      domain: name,
      responseTimeMs: targetResponseTimeMs,
      throughputPerSecond: targetThroughputPerSecond,
      isSoft: targetIsSoft,
    }))
}

function weightsNow(domains: readonly DomainRow[]): Map<string, number> {
  const present = domains.filter(({ goneAt, weight }) => goneAt === null && weight !== null)
  return new Map(present.map(({ name, weight }) => [name, weight!]))
}
