import { valueFor } from '@steelyard/model'
import {
  type Interval,
  type LeverKind,
  type VariantEffect,
  type VariantRuns,
  variantEffect,
} from '@steelyard/simulator'
import { playedTimes } from '../forecast/played-times.ts'
import type { AnalysedDomain, AnalysedHost } from '../prediction/analysed-host.ts'
import type { ModelTimes, Prediction } from '../prediction/prediction.ts'
import { predictionOf } from '../prediction/predictor-basis.ts'
import type { LabDomain } from './lab-domains.ts'
import type { LeversSetUp } from './lab-set-up.ts'

export interface PlayedLever extends VariantRuns {
  stockXen: boolean
  domains: readonly Pick<LabDomain, 'name' | 'mean' | 'change'>[]
}

export interface RankedLevers {
  /** Domains that miss their target on the host as it is. */
  violating: string[]
  /**
   * Closest to the targets first. Among equals, levers that work on this host with a released Xen
   * come first, then the lowest mean.
   */
  ranked: Lever[]
  /** The first lever that helps and that a released Xen supports. Null when there is none. */
  winnerId: string | null
  /**
   * Paired difference by seed: the winner's mean minus the mean of the next lever that helps as
   * much.
   */
  lead: Interval | null
  nextId: string | null
  idlePCpus: number
}

/** The predicted effect of one lever against the host as it is. */
export interface Lever {
  variantId: string
  kind: LeverKind
  /** Domains that still exceed their target. */
  over: string[]
  /** Sum over the domains of the excess over their target, as a fraction of the target. */
  excess: number
  mean: Interval | null
  change: Interval | null
  /**
   * Beyond chance it gets closer to the targets or, if all are met, lowers the mean over all
   * requests.
   */
  helps: boolean
  /** Requests pile up. */
  unanswered: boolean
  /** Domains that miss their target on the host as it is come first. */
  domains: LeverOutlook[]
}

interface LeverOutlook {
  domain: string
  nowSeconds: number
  /** Null when the domain has left or answered no request. */
  thenSeconds: number | null
  change: Interval | null
  /** The predictions of the analysis, in the statistic that the targets refer to. */
  predictedNow: Prediction | null
  predictedThen: Prediction | null
  meetsTarget: boolean | null
}

interface JudgedLever {
  played: PlayedLever
  effect: VariantEffect
  lever: Lever
}

/** Differences in excess below this count as equal. */
const SAME_EXCESS = 0.01

/**
 * Ranks the levers by how close they bring the domains to their targets, with their predicted
 * effects. A change counts only when it is clear beyond chance: the more levers
 * are compared, the wider the intervals.
 * @param played the host as it is comes first
 */
export function rankLevers(
  played: readonly PlayedLever[],
  { host, kinds, idlePCpus }: LeversSetUp,
): RankedLevers {
  const now = played[0]!
  const comparisons = played.length - 1
  const judged = played.map((each) => judge(each, now, kinds.get(each.id)!, host, comparisons))
  const [asItIs, ...others] = judged
  const ranked = [
    asItIs!,
    ...others.map((each) => ({
      ...each,
      lever: { ...each.lever, helps: helps(each, asItIs!, host.domains) },
    })),
  ].sort(byMerit)
  const helping = ranked.filter(({ played: { stockXen }, lever }) => stockXen && lever.helps)
  const [winner, ...rest] = helping
  const next = winner && rest.find(({ lever }) => isAsNear(lever, winner.lever))
  return {
    violating: host.domains.flatMap(({ name, missesTarget }) => (missesTarget ? [name] : [])),
    ranked: ranked.map(({ lever }) => lever),
    winnerId: winner?.lever.variantId ?? null,
    lead: next ? variantEffect(winner.played, next.played, rest.length).changeSeconds : null,
    nextId: next?.lever.variantId ?? null,
    idlePCpus,
  }
}

function judge(
  played: PlayedLever,
  now: PlayedLever,
  kind: LeverKind,
  host: AnalysedHost,
  comparisons: number,
): JudgedLever {
  const effect = variantEffect(played, now, comparisons)
  const { domains } = host
  const times = playedTimes(host, { now: now.results, asked: played.results })
  const outlook = [...domains]
    .sort((a, b) => Number(b.missesTarget) - Number(a.missesTarget))
    .flatMap((domain) => outlookOf(domain, host, times, { played, now }))
  return {
    played,
    effect,
    lever: {
      variantId: played.id,
      kind,
      over: outlook.flatMap(({ domain, meetsTarget }) => (meetsTarget === false ? [domain] : [])),
      excess: outlook.reduce((sum, each) => sum + excessOf(each, domains), 0),
      mean: effect.meanSeconds,
      change: effect.changeSeconds,
      helps: false,
      unanswered: effect.isOverloaded,
      domains: outlook,
    },
  }
}

function outlookOf(
  domain: AnalysedDomain,
  { basis }: AnalysedHost,
  times: ModelTimes,
  { played, now }: { played: PlayedLever; now: PlayedLever },
): LeverOutlook[] {
  const { name, targetSeconds } = domain
  const before = now.domains.find((each) => each.name === name)
  if (!before?.mean) return []
  const after = played.domains.find((each) => each.name === name)
  const thenSeconds = after?.mean?.mean ?? null
  const question = played === now ? 'diagnosis' : 'forecast'
  const predictedThen = predictionOf(basis, name, times.get(name), question)
  const judged = predictedThen?.seconds ?? null
  return [
    {
      domain: name,
      nowSeconds: before.mean.mean,
      thenSeconds,
      change: after?.change ?? null,
      predictedNow: predictionOf(basis, name, valueFor(basis.now, name), 'diagnosis'),
      predictedThen,
      meetsTarget: targetSeconds === null || judged === null ? null : judged <= targetSeconds,
    },
  ]
}

/**
 * A change that may be chance neither brings a domain closer to its target nor takes it further
 * away.
 */
function excessOf(outlook: LeverOutlook, domains: readonly AnalysedDomain[]): number {
  const { domain, predictedNow, predictedThen, change } = outlook
  const { observedSeconds, targetSeconds } = domains.find(({ name }) => name === domain)!
  const mayBeChance = change !== null && lowOf(change) <= 0 && highOf(change) >= 0
  const judged = mayBeChance ? (observedSeconds ?? predictedNow?.seconds) : predictedThen?.seconds
  return targetSeconds === null || judged === null || judged === undefined
    ? 0
    : Math.max(0, judged / targetSeconds - 1)
}

/**
 * If targets are missed, a lever helps when it comes closer to them and some violating domain gets
 * faster beyond chance. Otherwise it helps when the mean over all requests falls beyond chance and
 * all targets are met. A throughput target has no distance, so there it is enough that no other
 * target is missed for it.
 */
function helps(
  { effect, lever }: JudgedLever,
  { lever: asItIs }: JudgedLever,
  domains: readonly AnalysedDomain[],
): boolean {
  const [before, after] = [stepsOf(asItIs), stepsOf(lever)]
  if (lever.unanswered || (before > 0 ? after >= before : after > 0)) return false
  const violators = domains.filter(({ missesTarget }) => missesTarget).map(({ name }) => name)
  if (violators.length === 0) return effect.isReal && effect.changeSeconds!.mean < 0
  return lever.domains.some(
    ({ domain, change }) => violators.includes(domain) && change !== null && highOf(change) < 0,
  )
}

function byMerit(a: JudgedLever, b: JudgedLever): number {
  return (
    Number(a.lever.unanswered) - Number(b.lever.unanswered) ||
    stepsOf(a.lever) - stepsOf(b.lever) ||
    effortOf(a) - effortOf(b) ||
    meanChange(a) - meanChange(b)
  )
}

function isAsNear(a: Lever, b: Lever): boolean {
  return stepsOf(a) === stepsOf(b)
}

function stepsOf({ excess }: Lever): number {
  return Math.round(excess / SAME_EXCESS)
}

/**
 * Moving a domain needs room on another host, and a lever that no released Xen supports needs
 * another Xen.
 */
function effortOf({ played, lever }: JudgedLever): number {
  if (!played.stockXen) return 2
  return lever.kind === 'migration' ? 1 : 0
}

function meanChange({ effect }: JudgedLever): number {
  return effect.changeSeconds?.mean ?? 0
}

function lowOf({ mean, halfWidth }: Interval): number {
  return mean - (halfWidth ?? 0)
}

function highOf({ mean, halfWidth }: Interval): number {
  return mean + (halfWidth ?? 0)
}
