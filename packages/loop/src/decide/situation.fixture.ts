import type { LoopPolicy } from './loop-policy.ts'
import type { PendingRecommendation, Proposal, Situation } from './situation.ts'

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
  reason: 'better',
  evidence: 'enough',
  gain: 0.3,
  changes: [
    { domain: 'vm1', shareBefore: 0.5, shareAfter: 0.65 },
    { domain: 'vm2', shareBefore: 0.5, shareAfter: 0.35 },
  ],
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
    undoneKinds: [],
    hotspots: [{ domain: 'vm1', openedAtEpochSeconds: NOW - 300 }],
    pending: null,
    lastAnalysedAtEpochSeconds: null,
    lastChangedAtEpochSeconds: null,
    leftLately: [],
    grant: {
      bounds: { largestStep: 0.2, payers: null },
      expiresAtEpochSeconds: NOW + 86_400,
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
