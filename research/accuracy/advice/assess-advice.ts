import { DOMAIN0_NAME } from '@steelyard/model'
import type { Phase, Run } from '../recordings/read-run.ts'
import { hasEqualWeights } from '../recordings/same-load.ts'
import type { AdviceCase, AdviceReport } from './advice-report.ts'
import { summariseAdvice } from './advice-summary.ts'
import { advise, inForce, type Question, TOO_LITTLE_EVIDENCE } from './advise.ts'
import type { Judge } from './judge.ts'
import { judgeAdvice } from './judge-advice.ts'
import type { Part } from './judged-range.ts'
import { type TrueHost, trueHostOf } from './true-host.ts'
import { isSameHost } from './true-loads.ts'

export interface AssessAdviceInput {
  runs: readonly Run[]
  /** Recordings that are also analysed as a whole, as a user would: the shipped samples. */
  asked: readonly Run[]
  judges: readonly Judge[]
  onProgress(what: string): void
}

/** A plausible wish of a user: one domain at this fraction of its response time. */
const WANTED = 0.6

/**
 * Judges the shipped recommendation for every phase with equal weights and for the samples as a
 * whole. The judges know the true load.
 */
export async function assessAdvice(input: AssessAdviceInput): Promise<AdviceReport> {
  const { runs, judges, onProgress } = input
  const known: TrueHost[] = []
  const notes: string[] = []
  const cases: AdviceCase[] = []
  for (const run of runs) {
    const parts = new Map<Phase, Part>()
    for (const phase of run.phases) {
      const host = trueHostOf(run, phase)
      if (host) parts.set(phase, { host: pooled(known, host), seconds: secondsOf(phase) })
    }
    if (parts.size < run.phases.length) {
      notes.push(`${run.name}: without a CPU trace the true load is unknown, so nothing is judged.`)
      continue
    }
    const silent: string[] = []
    for (const { phase, question } of questionsOf(run, input.asked.includes(run))) {
      onProgress(`Judging what is recommended for ${run.name}, ${phase}`)
      const advice = await advise(run, question)
      if (advice.choices.recommended.reason === TOO_LITTLE_EVIDENCE) silent.push(phase)
      const judging = {
        recording: run.name,
        phase,
        advice,
        parts: run.phases.flatMap((each) => (isIn(each, question) ? [parts.get(each)!] : [])),
        inForce: inForce(run, question),
        targets: question.targets ?? {},
        statistic: question.statistic ?? 'mean',
      }
      cases.push(await judgeAdvice(judging, judges))
    }
    if (silent.length > 0) {
      const ranges = [...new Set(silent)].join(', ')
      notes.push(
        `${run.name}, ${ranges}: ${TOO_LITTLE_EVIDENCE}, so nothing is recommended, which counts as leaving the weights.`,
      )
    }
  }
  return { cases, notes, ...summariseAdvice(cases) }
}

/**
 * Asks about each phase with equal weights, without targets and with one for the 95th percentile,
 * and about the range that the product selects by default.
 */
export function questionsOf(run: Run, isAsked: boolean): { phase: string; question: Question }[] {
  const [first] = run.guests
  const targets = { [first!.name]: WANTED }
  const phases = run.phases.filter(hasEqualWeights).flatMap(({ span: range }) => [
    { phase: range.label, question: { range } },
    { phase: range.label, question: { range, targets, statistic: 'p95' as const } },
  ])
  if (!isAsked) return phases
  // The product selects the range since the last change of weights.
  const last = run.phases.at(-1)!
  const since = run.phases.find(({ weights }) => sameWeights(weights, last.weights))!
  const range = {
    fromEpochSeconds: since.span.fromEpochSeconds,
    toEpochSeconds: last.span.toEpochSeconds,
  }
  return [
    ...phases,
    { phase: 'all', question: { range } },
    { phase: 'all', question: { range, targets } },
  ]
}

function sameWeights(a: Record<string, number>, b: Record<string, number>): boolean {
  return Object.keys({ ...a, ...b }).every((name) => name === DOMAIN0_NAME || a[name] === b[name])
}

function isIn({ span }: Phase, { range }: Question): boolean {
  return (
    span.toEpochSeconds > range.fromEpochSeconds && span.fromEpochSeconds < range.toEpochSeconds
  )
}

function secondsOf({ span }: Phase): number {
  return span.toEpochSeconds - span.fromEpochSeconds
}

/** Recordings with the same true load share one host, which is simulated only once. */
function pooled(known: TrueHost[], host: TrueHost): TrueHost {
  const same = known.find((other) => isSameHost(other, host))
  if (!same) known.push(host)
  return same ?? host
}
