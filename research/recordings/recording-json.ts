import type { PlannedRecording } from './campaign-types.ts'

/**
 * Facts known only from the run itself. Times are in seconds since the epoch by the host's clock.
 */
export interface RunFacts {
  xenVersion: string
  domains: readonly { name: string; id: number }[]
  startEpochSeconds: number
  xenmonStartEpochSeconds: number
  xentraceStartEpochSeconds: number
  tscHz: number
}

const DEFAULT_WEIGHT = 256

export function weightOf(domain: string, weights: PlannedRecording['weights']): number {
  return weights[domain] ?? DEFAULT_WEIGHT
}

/**
 * The layout's recording.json. Readers ignore properties that they do not know (`rounds`, the
 * lengths of bursts).
 */
export function recordingJson(plan: PlannedRecording, facts: RunFacts): string {
  const { arrivals, guests, scheduler, weights } = plan
  let startSeconds = 0
  const phases = plan.phases.map((phase) => {
    const placed = { startSeconds, ...phase }
    startSeconds += phase.durationSeconds
    return placed
  })
  const { kind, ...bursts } = arrivals
  const json = {
    description: plan.description,
    clock: plan.clock,
    host: `Xen ${facts.xenVersion} (Debian 12), ${plan.pCpus} pCPU, PV guests with Apache 2.4 prefork + mod_php 8.2`,
    scheduler: { ...scheduler, tsliceMs: scheduler.tsliceMs ?? undefined },
    domains: facts.domains.map(({ name, id }) => {
      return { name, id, vcpus: 1, weight: weightOf(name, weights) }
    }),
    weightChanges: [],
    phases,
    arrivals: kind,
    ...bursts,
    seed: plan.seed,
    client: plan.client === 'guest' ? 'network' : plan.client,
    rounds: Object.fromEntries(guests.map(({ name, rounds }) => [name, rounds])),
    tscHz: facts.tscHz,
    startEpoch: facts.startEpochSeconds,
    hostMinusClientSeconds: 0,
    xenmonStartEpochHost: facts.xenmonStartEpochSeconds,
    xentraceStartEpochHost: facts.xentraceStartEpochSeconds,
    accessLogFormat: '%h %l %u %t "%r" %>s %b %D',
    accessEpochLogFormat: '%{%s}t.%{usec_frac}t %D %>s %U',
  }
  return `${JSON.stringify(json, null, 2)}\n`
}
