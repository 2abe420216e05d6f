import { type Decision, decide, type JudgedDomain } from '@steelyard/model'
import { sampledMaximum } from '../recorded/sampled-maximum.ts'
import type { AnalysisSettings, DomainTarget } from '../settings.ts'
import type { Survey } from '../survey-recording.ts'
import { judgedDomains } from '../verdict/judged-domains.ts'
import { type TotalDelayAnswer, totalDelay } from './total-delay.ts'

/**
 * What paper 0 says about the host by its equations as printed, and with its errata corrected; with
 * the answer to (7).
 */
export interface AsPrinted extends TotalDelayAnswer {
  /** By (5) and (6), both on the paper's own figures: the sampled maxima and the answered rates. */
  judged: JudgedDomain[]
  printed: Decision
  corrected: Decision
}

/**
 * Asks paper 0's equations (5), (6) and (7) literally and with their errata E0.2 to E0.4 corrected,
 * on the same figures, so that nothing but the wording tells the answers apart.
 */
export async function asPrinted(
  survey: Survey,
  { targets, settings }: { targets: readonly DomainTarget[]; settings: AnalysisSettings },
  signal?: AbortSignal,
): Promise<AsPrinted> {
  const { windows } = survey.range
  const judged = judgedDomains(windows, survey.guests, targets, (guest) =>
    sampledMaximum(windows, guest),
  )
  return {
    judged,
    printed: decide(judged, { rule: 'printed' }),
    corrected: decide(judged, { rule: 'gated' }),
    ...(await totalDelay(survey, settings, signal)),
  }
}
