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
import { GUESTS } from './load-plan.ts'
import type { SimulatedHost, Weights } from './simulated-host.ts'

/** What an analysis says, as far as the loop uses it. */
export interface Advised {
  proposal: Proposal
  host: AnalysedHost
  weightsAfter: Weights
}

export const TARGETS: readonly StatedTarget[] = GUESTS.flatMap(({ name, targetSeconds }) =>
  targetSeconds === null
    ? []
    : [
        {
          domain: name,
          responseTimeSeconds: targetSeconds,
          throughputPerSecond: null,
          isSoft: false,
        },
      ],
)

/**
 * Analyses what was observed of a host as the API does for the loop: default options, bounds from
 * the policy, and the host's own facts.
 * @param asked `range` in the host's time; `outcomes` of earlier changes here
 */
export async function analyseObserved(
  host: SimulatedHost,
  asked: {
    range: { fromEpochSeconds: number; toEpochSeconds: number }
    present: readonly string[]
    bounds: readonly ShareRange[]
    outcomes: readonly number[]
  },
): Promise<Advised> {
  const { range, present, bounds, outcomes } = asked
  const { fromEpochSeconds, toEpochSeconds } = range
  const { facts } = knownHost({ recording: null, xl: [], host: enrolled(host.weights, present) })
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
    targets: TARGETS,
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
        const target = TARGETS.find((each) => each.domain === domain)
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

function enrolled(weights: Weights, present: readonly string[]) {
  return {
    scheduler: 'credit',
    pCpus: 1,
    domains: [DOMAIN_0, ...present].map((name) => ({
      name,
      xenId: null,
      weight: weights[name]!,
      cap: 0,
      vCpus: 1,
    })),
    inventory: {
      xenVersion: '4.17',
      cpupools: [{ scheduler: 'credit', timeSliceMs: 30, rateLimitUs: 1000 }],
    },
  }
}
