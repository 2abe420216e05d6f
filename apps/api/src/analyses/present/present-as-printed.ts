import type { AsPrinted, TotalDelay } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { formatBriefMs, formatList } from '@steelyard/contract/format'
import type { Decision } from '@steelyard/model'
import { toMs } from '../../milliseconds.ts'
import { VERDICT_WORDS } from './decision-words.ts'
import { presentReason } from './present-verdict.ts'

/** @param targets as requested, because converting them back from seconds would change digits */
export function presentAsPrinted(
  { judged, printed, corrected, totalDelay, notPosed }: AsPrinted,
  targets: readonly contract.SlaTarget[],
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
    statement: statementOf(printed, corrected),
    totalDelay: totalDelay && presentTotalDelay(totalDelay),
    notPosed,
  }
}

function answersOf({ verdict, violators, reasons }: Decision): contract.AsPrinted['printed'] {
  // That the two disagree is what the statement says.
  const own = reasons.filter(({ code }) => code !== 'rules-disagree')
  return { verdict, overloaded: violators, reasons: own.map(presentReason) }
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
    ? `Printed or corrected, the equations say the same here: ${literal}.`
    : `As printed, the equations say “${literal}”; corrected, they say “${mended}”.`
}

function presentTotalDelay({
  domains,
  totalSeconds: { now, printed, corrected },
}: TotalDelay): NonNullable<contract.AsPrinted['totalDelay']> {
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
