import type { AnalysisResult, TotalDelay } from '@steelyard/analysis'
import { formatBriefMs, formatList, formatStatistic } from '@steelyard/contract/format'
import type { Decision } from '@steelyard/model'
import { VERDICT_WORDS } from './decision-words.ts'

export const PEAKS_MEET_TARGETS = 'R_Peak of every measured guest meets its targets.'

/** Whether eq (5) and (6) say the same of R_Peak as printed and as corrected. */
export function asPrintedWords(printed: Decision, corrected: Decision): string {
  const [literal, mended] = [printed, corrected].map(({ verdict }) => VERDICT_WORDS[verdict])
  return literal === mended
    ? `Printed or corrected, the equations say the same of R_Peak: ${literal}.`
    : `Of R_Peak, the equations say “${literal}” as printed; corrected, they say “${mended}”.`
}

/** What the verdict sees missed although R_Peak, made of means, is below the target. */
export function missedElsewhere(
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
        `Yet the ${figure} misses a target: ${formatList(missed)}. These equations do not look at it.`,
      ]
}

/**
 * What eq (7) chooses, read as a straight line and minimised itself.
 * @param others how the objective of the same name differs, if it does
 */
export function totalDelayWords(
  { domains, totalSeconds: { now, printed, corrected } }: TotalDelay,
  others: string | null,
): string {
  return [
    `By eq (1)–(3) the response times add up to ${formatBriefMs(now)} under the weights in force.`,
    `As printed, (7) is a straight line: all but the least goes to ${favouredBy(domains)}, and the sum becomes ${formatBriefMs(printed)}.`,
    `Minimised itself, the sum is ${formatBriefMs(corrected)}.`,
    ...(others ? [others] : []),
  ].join(' ')
}

/** The domains whose share the straight line raises most. */
function favouredBy(domains: TotalDelay['domains']): string {
  const most = Math.max(...domains.map(({ printedWeight }) => printedWeight))
  return formatList(
    domains.filter(({ printedWeight }) => printedWeight === most).map(({ domain }) => domain),
  )
}
