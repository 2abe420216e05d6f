import { creditsDomain0Needs, MAX_WEIGHT, mostGuestWeight } from '@steelyard/model'
import { type ChangeBounds, type ShareRange, shareBounds } from '../change/bounds.ts'
import { kindOf } from '../change/kind-of.ts'
import { SAME_SHARE, type ShareChange } from '../change/share-change.ts'
import { type Claim, claimOf, divideShares, expectedRatio } from './divide-shares.ts'
import { type HostMinute, MINUTE_SECONDS, type WeighedHost } from './host-minute.ts'
import { type DomainDemand, type MissRule, measuredLoad } from './measured-load.ts'
import { tuneByModel } from './tune-by-model.ts'

/** What a change of weights that relieves a missed target rests on, and what it does. */
export interface Relief {
  /** `payers`: who has no target, or a soft one, pays. `model`: SDPS divides the shares. */
  by: 'payers' | 'model'
  /** The domains that miss their targets, worst first. */
  missing: readonly string[]
  /** Who pays: those without a target or, by the model, whoever gets less. */
  payers: readonly string[]
  weightsAfter: Readonly<Record<string, number>>
  changes: readonly ShareChange[]
  /** The worst time over target as measured, and as expected afterwards. */
  worstBefore: number
  worstExpected: number
  /** By how much each domain's need was found to exceed the closed form's. */
  factors: Readonly<Record<string, number>>
}

type ReliefAnswer =
  | { answer: 'change'; relief: Relief }
  /** Not enough of the newest minutes missed a target. */
  | { answer: 'calm' }
  /** No weights bring the worst domain within reach of its target. */
  | { answer: 'move-needed'; domains: readonly string[] }
  /** A like change made things worse less than an hour ago. */
  | { answer: 'undone-lately'; kind: string }
  /** Shares are as they should be already. */
  | { answer: 'in-force' }
  /** Shares changed too lately for the model to be asked again. */
  | { answer: 'model-waits'; secondsLeft: number }
  /** Load or CPU of a domain with a target was not measured. */
  | { answer: 'blind' }

export interface ReliefInput {
  host: WeighedHost
  /** The newest hour, the newest last. */
  minutes: readonly HostMinute[]
  rule: MissRule
  bounds: ChangeBounds
  /** What the newest change by relief had learnt. */
  factors: Readonly<Record<string, number>>
  /** Kinds of changes that were undone within the last hour. */
  undoneKinds: readonly string[]
  /** Since weights last changed. Null: they never did. */
  secondsSinceChange: number | null
}

/** A change of less than this part of an equal share is not worth one. */
const LEAST_CHANGE = 0.1
/** Whoever still misses its target needs so many times more than the closed form says. */
const INSIST = 1.2
const MOST_FACTOR = 8
const LEAST_FACTOR = 0.25
/** Between two changes that take from a domain with a target. */
const MODEL_PAUSE_SECONDS = 900

/**
 * The weights that relieve the domains which miss their targets now. A miss is a fact, so only the
 * direction is asked. Whoever has no target, or a soft one, pays at once: down to its soft target or,
 * where that is not enough, to its least share. What it gives is divided by the closed form. Whoever
 * still misses its target then counts more. Where nobody can pay, the model decides. Figures for
 * each constant are in docs/explanation/loop.md.
 */
export function relieve(input: ReliefInput): ReliefAnswer {
  const { host, minutes, rule, bounds } = input
  const demands = measuredLoad(host, minutes, rule)
  const missing = demands.filter(({ isMissing }) => isMissing)
  if (missing.length === 0) return { answer: 'calm' }
  if (missing.some(({ cpuSecondsPerRequest: cpu }) => !cpu)) return { answer: 'blind' }
  const shares = Object.fromEntries(demands.map(({ domain, share }) => [domain, share]))
  const asked = { ...input, demands, ranges: shareBounds(bounds, shares) }
  const floors = payersOf(asked)
  return floors.least.size === 0 ? byModel(asked) : byPayers(asked, floors)
}

interface Asked extends ReliefInput {
  demands: readonly DomainDemand[]
  /** Between which shares the bounds keep each domain, in the order of the demands. */
  ranges: readonly ShareRange[]
}

type Targeted = DomainDemand & { targetSeconds: number }

/** Whose times relief is about: an idle guest has none. */
function isTargeted(each: DomainDemand): each is Targeted {
  return each.targetSeconds !== null && each.isBusy
}

interface Floors {
  /** The least share of each domain that may pay. */
  least: ReadonlyMap<string, number>
  /** The same where soft targets are kept. */
  soft: ReadonlyMap<string, number>
}

function payersOf({ host, demands, ranges }: Asked): Floors {
  const [least, soft] = [new Map<string, number>(), new Map<string, number>()]
  for (const [index, each] of demands.entries()) {
    if (each.targetSeconds !== null || !each.isBusy) continue
    const { minShare } = ranges[index]!
    if (each.share < minShare - SAME_SHARE) continue
    const claim = each.softTargetSeconds && claimOf(each, each.softTargetSeconds, host, 1)
    const own = claim ? claim.load + claim.need : 0
    least.set(each.domain, minShare)
    soft.set(each.domain, Math.min(each.share, Math.max(minShare, own)))
  }
  return { least, soft }
}

/** No target is missed for a soft one, so where keeping those is not enough, they are given up. */
function byPayers(asked: Asked, { least, soft }: Floors): ReliefAnswer {
  const spared = withFloors(asked, soft, asked.factors)
  if (spared.answer !== 'in-force' && !isOutOfReach(spared)) return spared
  let factors = asked.factors
  for (;;) {
    const answer = withFloors(asked, least, factors)
    if (answer.answer !== 'in-force') return answer
    const next = insisted(asked.demands, factors)
    if (next === null) return moveNeeded(asked)
    factors = next
  }
}

function isOutOfReach(answered: ReliefAnswer): boolean {
  return answered.answer === 'change' && answered.relief.worstExpected >= 1
}

/** Everything but the floors and the shares of the idle goes to those with a target. */
function withFloors(
  asked: Asked,
  floors: ReadonlyMap<string, number>,
  factors: Readonly<Record<string, number>>,
): ReliefAnswer {
  const { host, demands } = asked
  const kept = demands
    .filter((each) => !isTargeted(each))
    .map(({ domain, share }) => [domain, floors.get(domain) ?? share] as const)
  const rest = 1 - kept.reduce((sum, [, share]) => sum + share, 0)
  const targeted = demands.filter(isTargeted)
  const claims = targeted.map((each) => ownClaim(host, each, factors))
  const even = divideShares(claims, rest)
  const isWithinReach = claims.every((each) => expectedRatio(each, even.get(each.domain)!) < 1)
  const shares = isWithinReach ? even : sharesOfWant(targeted, claims, rest)
  return answerOf(asked, { by: 'payers', shares: new Map([...kept, ...shares]), factors })
}

/**
 * Where not all targets can be kept, what others pay goes to those that miss theirs, and nobody with
 * a target gives: to share the want makes more of them miss. Figures are in docs/explanation/fleet.md.
 */
function sharesOfWant(
  targeted: readonly Targeted[],
  claims: readonly Claim[],
  available: number,
): Map<string, number> {
  const paid = available - targeted.reduce((sum, { share }) => sum + share, 0)
  const needs = targeted.map(({ isMissing }, index) => (isMissing ? claims[index]!.need : 0))
  const all = needs.reduce((sum, need) => sum + need, 0)
  return new Map(
    targeted.map(({ domain, share }, index) => [domain, share + (paid * needs[index]!) / all]),
  )
}

function ownClaim(
  host: WeighedHost,
  each: Targeted,
  factors: Readonly<Record<string, number>>,
): Claim {
  return claimOf(each, each.targetSeconds, host, factors[each.domain] ?? 1)
}

/** Null where nothing more can be asked for. */
function insisted(
  demands: readonly DomainDemand[],
  factors: Readonly<Record<string, number>>,
): Record<string, number> | null {
  const targeted = demands.filter(isTargeted)
  const next = Object.fromEntries(
    targeted.map(({ domain, isMissing, isAtEase }) => {
      const factor = factors[domain] ?? 1
      if (isMissing) return [domain, Math.min(MOST_FACTOR, factor * INSIST)]
      return [domain, isAtEase ? Math.max(LEAST_FACTOR, factor / Math.sqrt(INSIST)) : factor]
    }),
  )
  const isSame = targeted.every(({ domain }) => next[domain] === (factors[domain] ?? 1))
  return isSame ? null : { ...factors, ...next }
}

function byModel(asked: Asked): ReliefAnswer {
  const { host, demands, ranges, secondsSinceChange: since, factors } = asked
  const secondsLeft = since === null ? 0 : MODEL_PAUSE_SECONDS - since
  if (secondsLeft > 0) return { answer: 'model-waits', secondsLeft }
  const shares = tuneByModel(host, demands, ranges)
  return shares === null ? moveNeeded(asked) : answerOf(asked, { by: 'model', shares, factors })
}

function moveNeeded({ demands }: Asked): ReliefAnswer {
  return { answer: 'move-needed', domains: missingIn(demands) }
}

function answerOf(
  asked: Asked,
  { by, shares, factors }: Pick<Relief, 'by' | 'factors'> & { shares: ReadonlyMap<string, number> },
): ReliefAnswer {
  const { host, minutes, demands, undoneKinds } = asked
  const changes = withinBounds(asked, shares)
  if (isNegligible(changes)) return { answer: 'in-force' }
  const kind = kindOf(changes)
  if (undoneKinds.includes(kind)) return { answer: 'undone-lately', kind }
  const expected = demands.flatMap((each, index) =>
    isTargeted(each)
      ? [expectedRatio(ownClaim(host, each, factors), changes[index]!.shareAfter)]
      : [],
  )
  return {
    answer: 'change',
    relief: {
      by,
      missing: missingIn(demands),
      payers: payersIn(by, demands, changes),
      weightsAfter: weightsOf(host, minutes, changes),
      changes,
      worstBefore: worstOf(demands),
      worstExpected: Math.max(...expected),
      factors,
    },
  }
}

/** Whether no share changes enough for a change of weights to be worth it. */
export function isNegligible(changes: readonly ShareChange[]): boolean {
  const least = LEAST_CHANGE / changes.length
  return changes.every((each) => Math.abs(each.shareAfter - each.shareBefore) < least)
}

/** Under `payers`, whoever has a target pays at most what it does not need. */
function payersIn(
  by: Relief['by'],
  demands: readonly DomainDemand[],
  changes: readonly ShareChange[],
): string[] {
  return demands
    .filter(({ targetSeconds, isBusy }, index) => {
      const { shareBefore, shareAfter } = changes[index]!
      if (by === 'payers') return targetSeconds === null && isBusy
      return shareAfter < shareBefore - SAME_SHARE
    })
    .map(({ domain }) => domain)
}

/** What the bounds hold back of one domain goes to, or comes from, those that have room for it. */
function withinBounds(
  { demands, ranges }: Asked,
  wanted: ReadonlyMap<string, number>,
): ShareChange[] {
  const shares = ranges.map(({ domain, minShare, maxShare }) =>
    Math.min(maxShare, Math.max(minShare, wanted.get(domain)!)),
  )
  // Each round fills at least one range, so as many rounds as domains are enough.
  for (let round = 0; round < ranges.length; round++) {
    const over = shares.reduce((sum, share) => sum + share, 0) - 1
    if (Math.abs(over) < 1e-12) break
    const room = ranges.map(({ minShare, maxShare }, index) =>
      over > 0 ? shares[index]! - minShare : maxShare - shares[index]!,
    )
    const all = room.reduce((sum, each) => sum + each, 0)
    if (all <= 0) break
    const part = Math.min(1, Math.abs(over) / all) * Math.sign(over)
    for (const [index, each] of room.entries()) shares[index]! -= part * each
  }
  return demands.map(({ domain, share }, index) => ({
    domain,
    shareBefore: share,
    shareAfter: shares[index]!,
  }))
}

/**
 * Xen's weights for the shares, with the greatest sum beside which Domain-0 keeps its credits: the
 * fewer credits lie idle with it, the less often do the guests have none left.
 */
function weightsOf(
  { pCpus, domain0Weight }: WeighedHost,
  minutes: readonly HostMinute[],
  changes: readonly ShareChange[],
): Record<string, number> {
  const needs = creditsDomain0Needs(domain0Use(minutes), pCpus)
  const total = mostGuestWeight(domain0Weight, needs)
  return Object.fromEntries(
    changes.map(({ domain, shareAfter }) => [
      domain,
      Math.min(MAX_WEIGHT, Math.max(1, Math.round(shareAfter * total))),
    ]),
  )
}

/** CPU seconds per second of Domain-0 at its busiest minute. */
function domain0Use(minutes: readonly HostMinute[]): number | null {
  const used = minutes.flatMap(({ domain0CpuSeconds }) => domain0CpuSeconds ?? [])
  return used.length === 0 ? null : Math.max(...used) / MINUTE_SECONDS
}

function missingIn(demands: readonly DomainDemand[]): string[] {
  return demands
    .filter(({ isMissing }) => isMissing)
    .toSorted((one, other) => other.ratio! - one.ratio!)
    .map(({ domain }) => domain)
}

/** The worst newest time over its target. */
function worstOf(demands: readonly DomainDemand[]): number {
  return Math.max(0, ...demands.map(({ ratio }) => ratio ?? 0))
}

/**
 * Whose word a person gives for reliefs like this one: those without a target that pay, or that
 * domains with targets may pay for each other. How far, and for whom, is bounded by the policy.
 */
export function reliefKind({ by, payers }: Pick<Relief, 'by' | 'payers'>): string {
  return by === 'model'
    ? 'among targets'
    : payers
        .map((domain) => `${domain}-`)
        .sort()
        .join(' ')
}

/** The fraction by which the worst time over target is expected to fall; 0 where it does not. */
export function gainOfRelief({ worstBefore, worstExpected }: Relief): number {
  return Math.max(0, 1 - worstExpected / worstBefore)
}
