import type { AnalysisResult, SandpiperBeside, WeightOption } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { formatCounted, formatList, formatPredictedMs } from '@steelyard/contract/format'
import { namedWeights } from './recommendation/weights-words.ts'
import { kindOf } from './sandpiper-words.ts'

type Known = Pick<AnalysisResult, 'sandpiper' | 'sandpiperBeside' | 'domains'>

/** Where SandPiper would change weights: which, and what comes of it. */
export function actsWords({ options, unplayed }: SandpiperBeside): string {
  const [inForce, own] = [options[0]!, options.at(-1)!]
  const changed = own.domains.filter(({ weight }, i) => weight !== inForce.domains[i]!.weight)
  const would = `SandPiper would give ${namedWeights(changed)}`
  switch (unplayed) {
    case 'no-twin':
      return `${would}. What would come of it was not simulated.`
    case 'not-enough-evidence':
      return `${would}. The recording is not enough to say what would come of it.`
    case null:
      return `${would}. ${outcomeWords(own, inForce, options.at(-2)!)}.`
  }
}

/** @param other the recommended weights, or those in force where they are to stay */
function outcomeWords(own: WeightOption, inForce: WeightOption, other: WeightOption): string {
  const silent = own.domains.filter(
    ({ predicted }, i) => !predicted && inForce.domains[i]!.predicted !== null,
  )
  if (silent.length > 0) {
    return `In the simulation some runs then answer no request of ${formatList(silent.map(({ domain }) => domain))}`
  }
  const missed = own.domains.filter(({ meetsTarget }) => meetsTarget === false)
  if (missed.length === 0) return `The simulation expects ${keptWords(other)}`
  const { domain, ratio } = own.worst!
  const { seconds } = missed.find((each) => each.domain === domain)!.predicted!
  const others = missed.length - 1
  const more =
    others > 0
      ? `. ${formatCounted(others, 'other guest')} ${others > 1 ? 'miss theirs' : 'misses its own'}`
      : ''
  const time = formatPredictedMs(seconds * 1000)
  return `In the simulation ${domain} then takes ${time}, ${overTarget(ratio)}${more}`
}

function keptWords(other: WeightOption): string {
  const whose = other.of === 'recommended' ? 'the recommended ones' : 'those in force'
  return isKept(other)
    ? `these to keep every target, as ${whose} do`
    : `these to keep every target, which ${whose} do not`
}

function isKept({ domains }: WeightOption): boolean {
  return domains.every(({ meetsTarget }) => meetsTarget !== false)
}

/** A tenth is less than a prediction tells apart. */
function overTarget(ratio: number): string {
  return ratio < 1.1 ? 'just over its target' : `${Number(ratio.toPrecision(2))} times its target`
}

/** Why SandPiper would change nothing. */
export function keepsWords(
  { sandpiper, domains }: Known,
  targets: readonly contract.SlaTarget[],
): string {
  const targetMs = new Map(targets.map((each) => [each.domain, each.responseTimeMs]))
  if (![...targetMs.values()].some((ms) => ms !== null)) {
    return 'SandPiper would change nothing, because no guest has a response time target.'
  }
  const of = (kind: ReturnType<typeof kindOf>) =>
    sandpiper.domains.filter((each) => kindOf(each) === kind).map(({ domain }) => domain)
  const hopeless = of('impossible')
  if (hopeless.length > 0) {
    return `SandPiper would change nothing: it finds no rate at which ${formatList(hopeless)} would meet the target.`
  }
  if (of('raise').length > 0) {
    return 'SandPiper would change nothing: what it would raise, it would raise by less than one.'
  }
  const unknown = of('unknown').filter((domain) => targetMs.get(domain) != null)
  const kept = of('keep')
  if (kept.length === 0) {
    return `SandPiper cannot say what to do: the arrivals or durations of a log are missing for ${formatList(unknown)}.`
  }
  const missed = domains.filter(({ domain, observedResponseTimeSeconds: seconds }) => {
    const target = targetMs.get(domain) ?? null
    return kept.includes(domain) && target !== null && (seconds ?? 0) * 1000 > target
  })
  const although =
    missed.length > 0
      ? `, although ${formatList(missed.map(({ domain }) => domain))} ${missed.length > 1 ? 'miss theirs' : 'misses its own'} as measured`
      : ''
  const blind = unknown.length > 0 ? ` It cannot tell for ${formatList(unknown)}.` : ''
  return `SandPiper sees no target missed and would change nothing${although}.${blind}`
}
