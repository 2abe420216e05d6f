import { anchor } from '@steelyard/model'
import {
  type Interval,
  type LeverKind,
  type VariantEffect,
  type VariantRuns,
  variantEffect,
} from '@steelyard/simulator'
import type { AnalysedDomain, AnalysedHost } from '../load/analysed-host.ts'
import type { LabDomain } from './lab-domains.ts'
import type { LeversSetUp } from './lab-set-up.ts'

export interface PlayedLever extends VariantRuns {
  stockXen: boolean
  domains: readonly Pick<LabDomain, 'name' | 'mean' | 'p95' | 'change'>[]
}

export interface RankedLevers {
  /** Domains whose target is missed as it is. */
  violating: string[]
  /**
   * Nearest to the targets first; among equals what can be done on this host with a Xen that is shipped
   * goes first, then the least mean.
   */
  ranked: Lever[]
  /** The first that helps and that a shipped Xen can do. */
  winnerId: string | null
  /** Mean of the winner minus that of the next that helps as far, seed by seed. */
  lead: Interval | null
  nextId: string | null
  idlePCpus: number
}

/** What pulling one lever is predicted to do, against the host as it is. */
export interface Lever {
  variantId: string
  kind: LeverKind
  /** Domains that are still over their target. */
  over: string[]
  /** How far domains are beyond their targets in sum, as fractions of the targets. */
  excess: number
  mean: Interval | null
  change: Interval | null
  /** Beyond chance: nearer to the targets; where all are met, sooner on the whole. */
  helps: boolean
  /** Requests pile up. */
  unanswered: boolean
  /** Those that miss their target as it is come first. */
  domains: LeverOutlook[]
}

export interface LeverOutlook {
  domain: string
  nowSeconds: number
  /** Null: it has left, or nothing was answered. */
  thenSeconds: number | null
  change: Interval | null
  /** The measured peak, moved as the twin moves the same statistic. */
  peakThenSeconds: number | null
  meetsTarget: boolean | null
}

interface Judged {
  played: PlayedLever
  effect: VariantEffect
  lever: Lever
}

/** Nearer to or further from the targets by less than this counts as equally near. */
const SAME_EXCESS = 0.01

/**
 * Which lever brings the targets nearest, and what it is predicted to do. The twin moves what was measured
 * as it moves the same statistic: means by means, percentiles by percentiles. A change counts only where
 * it is clear beyond chance: the intervals are the wider, the more levers are compared.
 * @param played the host as it is first
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
  { domains, statistic }: AnalysedHost,
  comparisons: number,
): Judged {
  const effect = variantEffect(played, now, comparisons)
  const outlook = [...domains]
    .sort((a, b) => Number(b.missesTarget) - Number(a.missesTarget))
    .flatMap((domain) => outlookOf(domain, statistic, played, now))
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
  { name, peakSeconds, targetSeconds }: AnalysedDomain,
  statistic: AnalysedHost['statistic'],
  played: PlayedLever,
  now: PlayedLever,
): LeverOutlook[] {
  const before = now.domains.find((domain) => domain.name === name)
  if (!before?.mean) return []
  const after = played.domains.find((domain) => domain.name === name)
  const thenSeconds = after?.mean?.mean ?? null
  const peakThenSeconds = anchor(after?.[statistic]?.mean, {
    measuredSeconds: peakSeconds,
    modelledSeconds: before[statistic]?.mean,
  })
  const judged = peakThenSeconds ?? thenSeconds
  return [
    {
      domain: name,
      nowSeconds: before.mean.mean,
      thenSeconds,
      change: after?.change ?? null,
      peakThenSeconds,
      meetsTarget: targetSeconds === null || judged === null ? null : judged <= targetSeconds,
    },
  ]
}

/** A change that may be chance brings no domain nearer to its target, and none further from it. */
function excessOf(outlook: LeverOutlook, domains: readonly AnalysedDomain[]): number {
  const { domain, nowSeconds, thenSeconds, peakThenSeconds, change } = outlook
  const { peakSeconds, targetSeconds } = domains.find(({ name }) => name === domain)!
  const mayBeChance = change !== null && lowOf(change) <= 0 && highOf(change) >= 0
  const judged = mayBeChance ? (peakSeconds ?? nowSeconds) : (peakThenSeconds ?? thenSeconds)
  return targetSeconds === null || judged === null ? 0 : Math.max(0, judged / targetSeconds - 1)
}

/**
 * Where targets are missed: nearer to them, and some domain that misses its own is sooner beyond chance.
 * Else: on the whole sooner beyond chance, with all targets kept. A target of throughput alone has no
 * distance: then it is enough that none of the others is missed for it.
 */
function helps(
  { effect, lever }: Judged,
  { lever: asItIs }: Judged,
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

function byMerit(a: Judged, b: Judged): number {
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

/** Moving a domain takes room elsewhere, and what no released Xen can do takes another Xen. */
function effortOf({ played, lever }: Judged): number {
  if (!played.stockXen) return 2
  return lever.kind === 'migration' ? 1 : 0
}

function meanChange({ effect }: Judged): number {
  return effect.changeSeconds?.mean ?? 0
}

function lowOf({ mean, halfWidth }: Interval): number {
  return mean - (halfWidth ?? 0)
}

function highOf({ mean, halfWidth }: Interval): number {
  return mean + (halfWidth ?? 0)
}
