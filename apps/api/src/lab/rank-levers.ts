import { intervalMs } from '@steelyard/analysis'
import type { Interval, LabDomain, Lever, Levers, Statistic } from '@steelyard/contract'
import {
  type Interval as SecondsInterval,
  type VariantEffect,
  type VariantRuns,
  variantEffect,
} from '@steelyard/simulator'
import type { LeverDomain, LeverGround } from './lever-ground.ts'

export interface PlayedLever extends VariantRuns {
  stockXen: boolean
  domains: readonly LabDomain[]
}

interface Judged {
  played: PlayedLever
  effect: VariantEffect
  lever: Lever
}

/** Nearer to or further from the targets by less than this counts as equally near. */
const SAME_EXCESS = 0.01

/**
 * Which lever brings the targets nearest, and what it is predicted to do. What was measured is moved as
 * the twin moves the same statistic: means by means, percentiles by percentiles. What is not clear beyond chance is said to be so, with all levers
 * in view: the intervals of changes are wider the more of them are compared.
 * @param played the host as it is first
 */
export function rankLevers(played: readonly PlayedLever[], ground: LeverGround): Levers {
  const now = played[0]!
  const judged = played.map((each) => judge(each, now, ground, played.length - 1))
  const [AS_IT_IS, ...others] = judged
  const ranked = [
    AS_IT_IS!,
    ...others.map((each) => ({
      ...each,
      lever: { ...each.lever, helps: helps(each, AS_IT_IS!, ground.domains) },
    })),
  ].sort(byMerit)
  const helping = ranked.filter(({ played: { stockXen }, lever }) => stockXen && lever.helps)
  const [winner, ...rest] = helping
  const next = winner && rest.find(({ lever }) => isAsNear(lever, winner.lever))
  return {
    violating: ground.domains.flatMap(({ domain, violates }) => (violates ? [domain] : [])),
    ranked: ranked.map(({ lever }) => lever),
    winnerId: winner?.lever.variantId ?? null,
    lead: next
      ? differenceMs(variantEffect(winner.played, next.played, rest.length).changeSeconds)
      : null,
    nextId: next?.lever.variantId ?? null,
    idlePCpus: ground.idlePCpus,
  }
}

function judge(
  played: PlayedLever,
  now: PlayedLever,
  { kinds, domains, statistic }: LeverGround,
  comparisons: number,
): Judged {
  const effect = variantEffect(played, now, comparisons)
  const outlook = [...domains]
    .sort((a, b) => Number(b.violates) - Number(a.violates))
    .flatMap((domain) => outlookOf(domain, statistic, played, now))
  return {
    played,
    effect,
    lever: {
      variantId: played.id,
      kind: kinds.get(played.id)!,
      over: outlook.flatMap(({ domain, meetsTarget }) => (meetsTarget === false ? [domain] : [])),
      excess: outlook.reduce((sum, each) => sum + excessOf(each), 0),
      mean: intervalMs(effect.meanSeconds),
      change: differenceMs(effect.changeSeconds),
      helps: false,
      unanswered: effect.isOverloaded,
      domains: outlook,
    },
  }
}

function outlookOf(
  { domain, peakMs, targetMs }: LeverDomain,
  statistic: Statistic,
  played: PlayedLever,
  now: PlayedLever,
): Lever['domains'] {
  const before = now.domains.find(({ name }) => name === domain)
  if (!before?.mean) return []
  const after = played.domains.find(({ name }) => name === domain)
  const nowMs = before.mean.ms
  const thenMs = after?.mean?.ms ?? null
  const [was, will] = [before[statistic]?.ms ?? null, after?.[statistic]?.ms ?? null]
  const peakThenMs = peakMs === null || !was || will === null ? null : (peakMs * will) / was
  const judgedMs = peakThenMs ?? thenMs
  return [
    {
      domain,
      nowMs,
      thenMs,
      change: after?.change ?? null,
      peakNowMs: peakMs,
      peakThenMs,
      targetMs,
      meetsTarget: targetMs === null || judgedMs === null ? null : judgedMs <= targetMs,
    },
  ]
}

/** A change that may be chance brings nobody nearer to its target, and nobody further from it. */
function excessOf(domain: Lever['domains'][number]): number {
  const { nowMs, thenMs, peakNowMs, peakThenMs, targetMs, change } = domain
  const mayBeChance = change !== null && change.lowMs <= 0 && change.highMs >= 0
  const judgedMs = mayBeChance ? (peakNowMs ?? nowMs) : (peakThenMs ?? thenMs)
  return targetMs === null || judgedMs === null ? 0 : Math.max(0, judgedMs / targetMs - 1)
}

/**
 * Where targets are missed: nearer to them, and some domain that misses its own is sooner beyond chance.
 * Else: on the whole sooner beyond chance, with all targets kept. A target of throughput alone has no
 * distance: then it is enough that none of the others is missed for it.
 */
function helps(
  { effect, lever }: Judged,
  { lever: AS_IT_IS }: Judged,
  domains: readonly LeverDomain[],
): boolean {
  const [before, after] = [stepsOf(AS_IT_IS), stepsOf(lever)]
  if (lever.unanswered || (before > 0 ? after >= before : after > 0)) return false
  const violators = domains.filter(({ violates }) => violates).map(({ domain }) => domain)
  if (violators.length === 0) return effect.isReal && effect.changeSeconds!.mean < 0
  return lever.domains.some(
    ({ domain, change }) => violators.includes(domain) && change !== null && change.highMs < 0,
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

/** Unlike a response time a difference may well be below 0. */
function differenceMs(interval: SecondsInterval | null): Interval | null {
  if (interval === null || interval.halfWidth === null) return null
  const { mean, halfWidth } = interval
  return { ms: mean * 1000, lowMs: (mean - halfWidth) * 1000, highMs: (mean + halfWidth) * 1000 }
}
