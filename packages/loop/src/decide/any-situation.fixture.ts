import fc from 'fast-check'
import type { ChangeBounds } from '../change/bounds.ts'
import type { Proposal } from '../change/proposal.ts'
import {
  calmMinutes,
  exampleHost,
  examplePolicy,
  exampleRelief,
  missedMinutes,
  NOW,
  pendingIn,
  situationOf,
} from './situation.fixture.ts'
import type { PendingRecommendation, Situation } from './situation.ts'

const around = (seconds: number) => fc.integer({ min: NOW - seconds, max: NOW + seconds })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 })
/** A change takes much that must hold at once: without a bias hardly any would be drawn. */
const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: other })

const anyBounds: fc.Arbitrary<ChangeBounds> = fc.record({
  largestStep: fc.constantFrom(0.05, 0.1, 0.2, 1),
  payers: maybe(fc.constantFrom([], [{ domain: 'vm2', leastShare: 0.3 }])),
})

const anyPolicy = fc
  .record({
    mode: fc.constantFrom('off', 'recommend', 'approve', 'automatic', 'automatic'),
    dryRun: fc.boolean(),
    windows: fc.constantFrom(
      [],
      [],
      [{ days: [2], from: '08:00', to: '10:00' }],
      [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }],
    ),
    blackouts: fc.constantFrom(
      [],
      [],
      [{ fromEpochSeconds: NOW - 1, toEpochSeconds: NOW + 1, reason: 'sale' }],
    ),
  })
  .chain((policy) => anyBounds.map((bounds) => ({ ...examplePolicy, ...policy, ...bounds })))

const anyProposal: fc.Arbitrary<Proposal> = fc.record({
  isChange: mostly(fc.constant(true), fc.constant(false)),
  evidence: mostly(fc.constant('enough'), fc.constantFrom('thin', 'not-enough')),
  gain: mostly(fc.constant(0.4), fc.constantFrom(-0.1, 0.04, 0.05)),
  changes: fc.constantFrom(0.3, 0.5, 0.65, 0.95).map((share) => [
    { domain: 'vm1', shareBefore: 0.5, shareAfter: share },
    { domain: 'vm2', shareBefore: 0.5, shareAfter: 1 - share },
  ]),
})

const anyPending = fc
  .record({
    state: fc.constantFrom<PendingRecommendation['state']>(
      'analysing',
      'planning',
      'open',
      'approved',
      'applying',
      'applied',
      'worse',
      'rolling-back',
    ),
    expiresAtEpochSeconds: mostly(fc.constant(NOW + 3600), around(7200)),
    advises: fc.oneof(
      fc.record({ proposal: maybe(anyProposal), relief: fc.constant(null) }),
      fc.record({
        proposal: fc.constant(null),
        relief: anyProposal.map(({ changes }) => ({ ...exampleRelief, changes })),
      }),
    ),
    canApply: mostly(fc.constant(true), maybe(fc.boolean())),
    lacksApproval: mostly(fc.constant(false), fc.constant(true)),
    appliedAtEpochSeconds: maybe(around(7200)),
  })
  .map(({ state, advises, ...rest }) => pendingIn(state, { ...rest, ...advises }))

/** Every situation, also those that cannot come about: the decision must be right for all. */
export const anySituation: fc.Arbitrary<Situation> = fc
  .record({
    policy: anyPolicy,
    stopped: mostly(fc.constant(null), fc.constant('maintenance')),
    observedToEpochSeconds: mostly<number | null>(around(60), maybe(around(7200))),
    observedFromEpochSeconds: mostly<number | null>(fc.constant(NOW - 7200), maybe(around(7200))),
    watchProblem: mostly(fc.constant(null), fc.constant('no route')),
    host: maybe(fc.constant(exampleHost)),
    minutes: fc.constantFrom(missedMinutes, missedMinutes, calmMinutes, []),
    unchanging: mostly<Situation['unchanging']>(
      fc.constant(null),
      fc.record({
        how: fc.constantFrom('rejected', 'dry-run', 'failed'),
        endedAtEpochSeconds: around(3600),
      }),
    ),
    undoneKinds: fc.constantFrom([], [], ['vm1+ vm2-']),
    hotspots: mostly<Situation['hotspots']>(
      fc.constant([{ domain: 'vm1', openedAtEpochSeconds: NOW - 300 }]),
      fc.constant([]),
    ),
    pending: maybe(anyPending),
    lastAnalysedAtEpochSeconds: mostly(fc.constant(null), maybe(around(7200))),
    lastChangedAtEpochSeconds: mostly(fc.constant(null), maybe(around(7200))),
    leftLately: fc.constantFrom(
      [],
      [{ leftAtEpochSeconds: NOW - 600, shares: { vm1: 0.65, vm2: 0.35 } }],
    ),
    grant: maybe(
      fc.record({
        bounds: anyBounds,
        expiresAtEpochSeconds: mostly(fc.constant(NOW + 7200), around(7200)),
        coversNewKinds: mostly(fc.constant(false), fc.constant(true)),
      }),
    ),
    provenKinds: fc.constantFrom([], ['vm1+ vm2-', 'vm2-'], ['vm1+ vm2-', 'vm1- vm2+', 'vm2-']),
  })
  .map(situationOf)
