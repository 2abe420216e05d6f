import type { EvidenceGrade, Prediction } from './prediction.ts'

/** What is said of a guest or a host, the most urgent first; a host has that of its worst guest. */
export const VERDICTS = [
  'saturated',
  'misses',
  'probably-misses',
  'not-enough-evidence',
  'no-targets',
  'probably-meets',
  'meets',
] as const

type Verdict = (typeof VERDICTS)[number]

/** Sorts the most urgent first; what has no verdict comes last. */
export function urgencyOf(verdict: Verdict | null): number {
  return verdict === null ? VERDICTS.length : VERDICTS.indexOf(verdict)
}

/** Whether something is missed, surely or probably. */
export function isMissing(verdict: Verdict | null): boolean {
  return urgencyOf(verdict) <= urgencyOf('probably-misses')
}

/** Whether every target is met, surely or probably. */
export function isMeeting(verdict: Verdict | null): boolean {
  return verdict === 'meets' || verdict === 'probably-meets'
}

/** What a measurement says of its target. Null where there is no target or no measurement. */
export function measuredVerdict(
  meetsTarget: boolean | null,
  grade: EvidenceGrade | null,
): Verdict | null {
  if (meetsTarget === null) return null
  if (grade === 'not-enough') return 'not-enough-evidence'
  return verdictOf(meetsTarget, grade === 'enough')
}

/**
 * What a prediction says of its target: sure where its whole interval is on one side of it. Null
 * where one of the two is missing.
 */
export function predictedVerdict(
  prediction: Prediction | null,
  targetMs: number | null,
  grade: EvidenceGrade | null,
): Verdict | null {
  if (!prediction || targetMs === null) return null
  if (grade === 'not-enough') return 'not-enough-evidence'
  const isOpen = prediction.lowMs <= targetMs && targetMs < prediction.highMs
  return verdictOf(prediction.ms <= targetMs, grade === 'enough' && !isOpen)
}

function verdictOf(meets: boolean, isSure: boolean): Verdict {
  if (meets) return isSure ? 'meets' : 'probably-meets'
  return isSure ? 'misses' : 'probably-misses'
}
