import type { AnalysisResult, TotalDelay } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { formatBriefMs, formatList, formatStatistic } from '@steelyard/contract/format'
import type { Decision } from '@steelyard/model'
import { toMs } from '../../milliseconds.ts'
import { VERDICT_WORDS } from './decision-words.ts'
import { presentReason } from './present-verdict.ts'
import { beyondEquation7 } from './recommendation/total-delay-words.ts'

/** @param targets as requested, because converting them back from seconds would change digits */
export function presentAsPrinted(
  {
    asPrinted: { judged, printed, corrected, totalDelay, notPosed },
    verdict,
    objectives,
  }: Pick<AnalysisResult, 'asPrinted' | 'verdict' | 'objectives'>,
  {
    targets,
    options,
  }: { targets: readonly contract.SlaTarget[]; options: contract.AnalysisOptions },
): contract.AsPrinted {
  return {
    domains: judged.map((domain) => ({
      domain: domain.name,
      target: targets.find((target) => target.domain === domain.name) ?? null,
      peakMs: toMs(domain.observedResponseTimeSeconds),
      peakThroughputPerSecond: domain.observedThroughputPerSecond,
    })),
    sums: sumsOf(printed),
    printed: answersOf(printed),
    corrected: answersOf(corrected),
    statement: [
      statementOf(printed, corrected),
      ...missedElsewhere(verdict, corrected, options.targetWindowSeconds),
    ].join(' '),
    totalDelay:
      totalDelay &&
      presentTotalDelay(totalDelay, beyondEquation7(objectives ?? [], { targets, options })),
    notPosed,
  }
}

function answersOf({ verdict, violators, reasons }: Decision): contract.AsPrinted['printed'] {
  // That the two disagree is what the statement says.
  const own = reasons.filter(({ code }) => code !== 'rules-disagree')
  return {
    verdict,
    overloaded: violators,
    reasons: own.map((reason) => ({
      ...presentReason(reason),
      ...(reason.code === 'all-targets-met'
        ? { text: 'R_Peak of every measured domain meets its targets.' }
        : {}),
    })),
  }
}

function sumsOf({
  sumObservedResponseTimeSeconds: peaks,
  sumTargetResponseTimeSeconds: targets,
}: Decision): contract.AsPrinted['sums'] {
  return peaks === null || targets === null
    ? null
    : { peakMs: peaks * 1000, targetMs: targets * 1000 }
}

function statementOf(printed: Decision, corrected: Decision): string {
  const [literal, mended] = [printed, corrected].map(({ verdict }) => VERDICT_WORDS[verdict])
  return literal === mended
    ? `Printed or corrected, the equations say the same of R_Peak: ${literal}.`
    : `Of R_Peak, the equations say “${literal}” as printed; corrected, they say “${mended}”.`
}

/** What the verdict sees missed although R_Peak, made of means, is below the target. */
function missedElsewhere(
  { judged, statistic }: AnalysisResult['verdict'],
  { violators }: Decision,
  windowSeconds: number | null,
): string[] {
  if (statistic === 'sampled-maximum') return []
  const figure = formatStatistic(statistic, windowSeconds)
  const missed = judged.flatMap(({ name, observedResponseTimeSeconds: seconds, target }) => {
    const most = target?.responseTimeSeconds
    return seconds === null || most === undefined || seconds <= most || violators.includes(name)
      ? []
      : [`${formatBriefMs(seconds)} against ${formatBriefMs(most)} for ${name}`]
  })
  return missed.length === 0
    ? []
    : [
        `Yet the ${figure}, which these equations do not look at, misses a target: ${formatList(missed)}.`,
      ]
}

function presentTotalDelay(
  { domains, totalSeconds: { now, printed, corrected } }: TotalDelay,
  others: string | null,
): NonNullable<contract.AsPrinted['totalDelay']> {
  return {
    domains: domains.map(({ constantSeconds, ...domain }) => ({
      ...domain,
      constantMs: constantSeconds * 1000,
    })),
    nowMs: now * 1000,
    printedMs: printed * 1000,
    correctedMs: corrected * 1000,
    statement: [
      `By eq (1)–(3) the response times add up to ${formatBriefMs(now)} under the weights in force.`,
      `Read as a straight line, as it is printed, (7) gives all but the least to ${favouredBy(domains)}, and the sum becomes ${formatBriefMs(printed)}.`,
      `Minimised itself, the sum is ${formatBriefMs(corrected)}.`,
      ...(others ? [others] : []),
    ].join(' '),
  }
}

/** The domains whose share the straight line raises most. */
function favouredBy(domains: TotalDelay['domains']): string {
  const most = Math.max(...domains.map(({ printedWeight }) => printedWeight))
  return formatList(
    domains.filter(({ printedWeight }) => printedWeight === most).map(({ domain }) => domain),
  )
}
