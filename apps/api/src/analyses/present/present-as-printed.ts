import type { AnalysisResult, TotalDelay } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import type { Decision } from '@steelyard/model'
import { words } from '@steelyard/words'
import { msOf, toMs } from '../../milliseconds.ts'
import { presentReason } from './present-verdict.ts'

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
      words.analyses.asPrinted(printed, corrected),
      ...words.analyses.missedElsewhere(verdict, corrected, options.targetWindowSeconds),
    ].join(' '),
    totalDelay:
      totalDelay &&
      presentTotalDelay(
        totalDelay,
        words.analyses.beyondEquation7(objectives ?? [], { targets, options }),
      ),
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
      ...(reason.code === 'all-targets-met' ? { text: words.analyses.peaksMeetTargets } : {}),
    })),
  }
}

function sumsOf({
  sumObservedResponseTimeSeconds: peaks,
  sumTargetResponseTimeSeconds: targets,
}: Decision): contract.AsPrinted['sums'] {
  return peaks === null || targets === null
    ? null
    : { peakMs: msOf(peaks), targetMs: msOf(targets) }
}

function presentTotalDelay(
  totalDelay: TotalDelay,
  others: string | null,
): NonNullable<contract.AsPrinted['totalDelay']> {
  const { domains, totalSeconds } = totalDelay
  return {
    domains: domains.map(({ constantSeconds, ...domain }) => ({
      ...domain,
      constantMs: msOf(constantSeconds),
    })),
    nowMs: msOf(totalSeconds.now),
    printedMs: msOf(totalSeconds.printed),
    correctedMs: msOf(totalSeconds.corrected),
    statement: words.analyses.totalDelay(totalDelay, others),
  }
}
