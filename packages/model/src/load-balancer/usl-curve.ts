/** g, a and b of X(N) = g N / (1 + a (N - 1) + b N (N - 1)). */
export interface UslCoefficients {
  /** g: throughput of one process, per second. */
  perProcessPerSecond: number
  /** a: share of the work that is serialised, 0..1. */
  contention: number
  /** b: cost of keeping processes consistent with each other, per pair, >= 0. */
  coherency: number
}

/** N / X(N) = alone + contention N + coherency N (N - 1), each >= 0. */
export interface UslTerms {
  alone: number
  contention: number
  coherency: number
}

export function denominatorAt({ alone, contention, coherency }: UslTerms, n: number): number {
  return alone + contention * n + coherency * n * (n - 1)
}

/** Throughput with this many processes, per second. */
export function throughputAt(
  { perProcessPerSecond, contention, coherency }: UslCoefficients,
  processes: number,
): number {
  const n = processes
  return (perProcessPerSecond * n) / (1 + contention * (n - 1) + coherency * n * (n - 1))
}

const MAX_PROCESSES = 1024

/**
 * Where X(N) is greatest: sqrt((1 - a) / b) (Gunther, Guerrilla Capacity Planning, 2007), at least
 * one process; null where it never falls, or not before 1,024 processes.
 */
export function peakOf({ contention, coherency }: UslCoefficients): number | null {
  const peak = Math.max(1, Math.sqrt((1 - contention) / coherency))
  return peak <= MAX_PROCESSES ? peak : null
}

/**
 * Least useful gain: a process must add at least this share of what one does alone. Inferred: paper
 * 2 says only that from three processes on the change is not large.
 */
export const WORTH_ITS_WHILE = 0.1

/**
 * The last of the consecutive processes whose gain reaches `WORTH_ITS_WHILE`; null beyond 1,024.
 */
export function kneeOf(curve: UslCoefficients): number | null {
  const least = WORTH_ITS_WHILE * curve.perProcessPerSecond
  for (let n = 1; n < MAX_PROCESSES; n++) {
    if (throughputAt(curve, n + 1) - throughputAt(curve, n) < least) return n
  }
  return null
}
