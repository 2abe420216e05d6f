import type { Proposal } from '../change/proposal.ts'
import type { HostMinute, WeighedHost } from '../relief/host-minute.ts'
import type { Relief } from '../relief/relief.ts'
import type { LoopPolicy } from './loop-policy.ts'
import type { PendingRecommendation, Situation } from './situation.ts'

/** Tuesday, 24 November 2026, 09:00 UTC. */
export const NOW = Date.UTC(2026, 10, 24, 9) / 1000

export const examplePolicy: LoopPolicy = {
  mode: 'automatic',
  dryRun: false,
  timeZone: 'UTC',
  windows: [],
  blackouts: [],
  coolDownSeconds: 1800,
  leastGain: 0.05,
  largestStep: 0.2,
  payers: null,
  lookBackSeconds: 1800,
  expirySeconds: 3600,
  outcomeSeconds: 900,
  missedWindows: 2,
  ofWindows: 3,
}

export const exampleProposal: Proposal = {
  isChange: true,
  evidence: 'enough',
  gain: 0.3,
  changes: [
    { domain: 'vm1', shareBefore: 0.5, shareAfter: 0.65 },
    { domain: 'vm2', shareBefore: 0.5, shareAfter: 0.35 },
  ],
}

/** vm1 has a target, and vm2 may be as slow as it likes. */
export const exampleHost: WeighedHost = {
  pCpus: 1,
  scheduler: 'credit',
  domain0Weight: 256,
  statistic: 'p95',
  domains: [
    { domain: 'vm1', weight: 256, targetSeconds: 1, softTargetSeconds: null, mostPCpus: 1 },
    { domain: 'vm2', weight: 256, targetSeconds: null, softTargetSeconds: null, mostPCpus: 1 },
  ],
}

/** Ten minutes up to now: vm1 uses half of the pCPU and takes so long, vm2 uses the rest. */
function minutesWith(vm1Seconds: number): HostMinute[] {
  return Array.from({ length: 10 }, (_, index) => ({
    startEpochSeconds: NOW - 600 + 60 * index,
    domain0CpuSeconds: 1,
    domains: [
      { domain: 'vm1', requests: 600, cpuSeconds: 30, valueSeconds: vm1Seconds },
      { domain: 'vm2', requests: 200, cpuSeconds: 28, valueSeconds: 5 },
    ],
  }))
}
export const missedMinutes = minutesWith(2)
export const calmMinutes = minutesWith(0.5)

export const exampleRelief: Relief = {
  by: 'payers',
  missing: ['vm1'],
  payers: ['vm2'],
  weightsAfter: { vm1: 4500, vm2: 100 },
  changes: exampleProposal.changes,
  worstBefore: 2,
  worstExpected: 0.4,
  factors: {},
}

/** A host on which everything allows the loop to act; `wanted` changes that. */
export function situationOf(wanted: Partial<Situation> = {}): Situation {
  return {
    nowEpochSeconds: NOW,
    policy: examplePolicy,
    stopped: null,
    observedToEpochSeconds: NOW,
    observedFromEpochSeconds: NOW - 86_400,
    watchProblem: null,
    host: null,
    minutes: [],
    factors: {},
    unchanging: null,
    undoneKinds: [],
    hotspots: [{ domain: 'vm1', openedAtEpochSeconds: NOW - 300 }],
    pending: null,
    lastAnalysedAtEpochSeconds: null,
    lastChangedAtEpochSeconds: null,
    leftLately: [],
    grant: {
      bounds: { largestStep: 0.2, payers: null },
      expiresAtEpochSeconds: NOW + 86_400,
      coversNewKinds: false,
    },
    provenKinds: ['vm1+ vm2-'],
    ...wanted,
  }
}

/** What is pending in a state, made a minute ago, with a plan that may be applied. */
export function pendingIn(
  state: PendingRecommendation['state'],
  wanted: Partial<PendingRecommendation> = {},
): PendingRecommendation {
  return {
    state,
    createdAtEpochSeconds: NOW - 60,
    expiresAtEpochSeconds: NOW + 3540,
    proposal: exampleProposal,
    relief: null,
    canApply: true,
    cannotBecause: null,
    lacksApproval: false,
    appliedAtEpochSeconds: null,
    ...wanted,
  }
}
