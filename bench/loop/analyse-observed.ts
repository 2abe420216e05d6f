import {
  type AnalysedHost,
  analyseHost,
  DOMAIN_0,
  hostScheduling,
  knownHost,
  recordedHostOf,
  type StatedTarget,
} from '@steelyard/analysis'
import type { Proposal, ShareRange } from '@steelyard/loop'
import { settings, windowSeconds } from '../accuracy/default-settings.ts'
import type { Family } from './families.ts'
import type { TendedHost, Weights } from './simulated-host.ts'

/** What an analysis says, as far as the loop uses it. */
export interface Advised {
  proposal: Proposal
  host: AnalysedHost
  weightsAfter: Weights
}

export function targetsOf({ guests }: Family): StatedTarget[] {
  return guests.flatMap(({ name, targetSeconds, softTargetSeconds }) => {
    const responseTimeSeconds = targetSeconds ?? softTargetSeconds
    if (responseTimeSeconds === null) return []
    const isSoft = targetSeconds === null
    return [{ domain: name, responseTimeSeconds, throughputPerSecond: null, isSoft }]
  })
}

/**
 * Analyses what was observed of a host as the API does for the loop: default options, bounds from
 * the policy, and the host's own facts.
 * @param asked `range` in the host's time; `outcomes` of earlier changes here
 */
export async function analyseObserved(
  family: Family,
  host: TendedHost,
  asked: {
    range: { fromEpochSeconds: number; toEpochSeconds: number }
    present: readonly string[]
    bounds: readonly ShareRange[]
    outcomes: readonly number[]
  },
): Promise<Advised> {
  const { range, present, bounds, outcomes } = asked
  const { fromEpochSeconds, toEpochSeconds } = range
  const { facts } = knownHost({
    recording: null,
    xl: [],
    host: enrolled(family, host.weights, present),
  })
  const observations = host.observed(fromEpochSeconds, toEpochSeconds)
  const { result, basis, load } = await analyseHost({
    scheduling: hostScheduling(facts),
    host: recordedHostOf(
      { windowSeconds, observations },
      [],
      { weights: null, client: null },
      facts,
    ),
    settings: { ...settings, bounds },
    targets: targetsOf(family),
    sources: [],
    notes: [],
    facts,
    hasTrace: true,
    outcomes,
    readArrivals: async (stretch) => {
      const arrivals = host.arrivals(stretch.fromEpochSeconds, stretch.toEpochSeconds)
      return arrivals.filter(({ offsetsSeconds }) => offsetsSeconds.length > 0)
    },
  })
  const { recommendation, evidence } = result
  const domains = recommendation?.domains ?? []
  return {
    proposal: {
      isChange: recommendation?.advice.change ?? false,
      reason: recommendation?.advice.code ?? evidence.lacks[0]?.code ?? 'nothing',
      evidence: evidence.grade,
      gain: recommendation?.checks.find(({ model }) => model === basis.by)?.gain ?? 0,
      changes: domains.map(({ domain, shareBefore, shareAfter }) => ({
        domain,
        shareBefore,
        shareAfter,
      })),
    },
    host: {
      known: load,
      basis,
      domains: result.domains.map(({ domain, observedResponseTimeSeconds, meetsTarget }) => {
        const target = targetsOf(family).find((each) => each.domain === domain && !each.isSoft)
        return {
          name: domain,
          observedSeconds: observedResponseTimeSeconds,
          hasTarget: target !== undefined,
          targetSeconds: target?.responseTimeSeconds ?? null,
          missesTarget: meetsTarget === false,
        }
      }),
    },
    weightsAfter: {
      ...host.weights,
      ...Object.fromEntries(domains.map(({ domain, weightAfter }) => [domain, weightAfter])),
    },
  }
}

function enrolled(
  { pCpus, scheduler, guests }: Family,
  weights: Weights,
  present: readonly string[],
) {
  const pool =
    scheduler === 'credit'
      ? { scheduler, timeSliceMs: 30, rateLimitUs: 1000 }
      : { scheduler, timeSliceMs: null, rateLimitUs: 1000 }
  return {
    scheduler,
    pCpus,
    domains: [DOMAIN_0, ...present].map((name) => ({
      name,
      xenId: null,
      weight: weights[name]!,
      cap: guests.find((each) => each.name === name)?.capPercent ?? 0,
      vCpus: 1,
    })),
    inventory: { xenVersion: '4.17', cpupools: [pool] },
  }
}
