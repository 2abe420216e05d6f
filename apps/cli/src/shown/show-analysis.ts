import type { Analysis, DomainResult } from '@steelyard/contract'
import { formatMs, formatPrediction, formatTargetMs } from '@steelyard/contract/format'
import { table } from '../terminal/table.ts'

/** The verdict, what it rests on, and what is advised. */
export function showAnalysis({ id, result }: Analysis): string[] {
  if (!result) return [`Analysis ${id} has no result.`]
  const { evidence, recommendation } = result
  return [
    `${result.verdict}: ${result.headline}`,
    ...table([
      ['guest', 'weight', 'measured', 'predicted', 'target', 'met'],
      ...result.domains.map(rowOf),
    ]),
    ...(evidence.grade === 'enough' ? [] : evidence.lacks.map(({ text }) => `lacks: ${text}`)),
    ...(evidence.grade !== 'enough' && evidence.remedy ? [evidence.remedy] : []),
    ...(recommendation ? [recommendation.reason] : []),
    ...(recommendation?.advice === 'change'
      ? recommendation.domains
          .filter(({ weightBefore, weightAfter }) => weightBefore !== weightAfter)
          .map((it) => `  ${it.domain}: weight ${it.weightBefore} → ${it.weightAfter}`)
      : []),
    `Analysis ${id}`,
  ]
}

function rowOf(it: DomainResult): string[] {
  const targetMs = it.target?.responseTimeMs ?? null
  return [
    it.domain,
    String(it.weight),
    formatMs(it.observedMs),
    it.predictedNow ? formatPrediction(it.predictedNow) : '–',
    formatTargetMs(targetMs),
    it.meetsTarget === null ? '–' : it.meetsTarget ? 'yes' : 'no',
  ]
}
