import path from 'node:path'
import { measuredResponseTime } from '@steelyard/analysis'
import { type DomainLoad, type EstimatorId, percentile95 } from '@steelyard/model'
import { formulaPredictors } from '../../accuracy/formula-predictors.ts'
import { type Phase, type Run, readRun } from '../../accuracy/recordings/read-run.ts'

const root = path.join(import.meta.dirname, '../../..')
const names = ['vm1', 'vm2', 'vm3']

/** One phase of a recording, with times in seconds by guest. */
export interface RecordedPhase {
  /** As measured by the clients. */
  means: number[]
  p95s: number[]
  /** The 95th percentile of the means of windows in the servers' logs, which is the paper's R_Peak. */
  peaksOfMeans: number[]
  /** As an analysis sees it. */
  loads: DomainLoad[]
  /** By estimator; null where it has no answer. */
  estimates: ReadonlyMap<string, (number | null)[]>
}

export interface RecordedHosts {
  /** A host under Table 3 with equal weights, and the same with VM1 raised in phase 6. */
  equal: RecordedPhase[]
  reweighted: RecordedPhase[]
  /** Another host at 85 % CPU: the same requests under equal weights and with VM1 raised. */
  steady: { equal: RecordedPhase; raised: RecordedPhase }
}

export async function recordedHosts(): Promise<RecordedHosts> {
  const [equal, reweighted, steadyEqual, steadyRaised] = await Promise.all(
    [
      'samples/paper-table3-equal',
      'samples/paper-table3-reweighted',
      'research/recordings/kept/credit-85-equal',
      'research/recordings/kept/credit-85-vm1-384',
    ].map(async (folder) => phasesOf(await readRun(path.join(root, folder)))),
  )
  return {
    equal: equal!,
    reweighted: reweighted!,
    steady: { equal: steadyEqual![0]!, raised: steadyRaised![0]! },
  }
}

async function phasesOf(run: Run): Promise<RecordedPhase[]> {
  const weights = run.phases.map((phase) => phase.weights)
  const answers = await Promise.all(
    formulaPredictors.map(async ({ id, predict }) => [id, await predict(run, weights)] as const),
  )
  return run.phases.map((phase, index) => {
    const truths = names.map((name) => phase.truth.get(name)!)
    return {
      means: truths.map(({ mean }) => mean),
      p95s: truths.map(({ p95 }) => p95),
      peaksOfMeans: names.map((name) => peakOfMeans(phase, name)),
      loads: names.map((name) => phase.load.domains.find((domain) => domain.name === name)!),
      estimates: new Map(
        answers.map(([id, told]) => [
          id,
          names.map((name) => told[index]!.get(name)?.mean ?? null),
        ]),
      ),
    }
  })
}

function peakOfMeans({ windows }: Phase, name: string): number {
  const means = windows.flatMap(
    (window) => measuredResponseTime([window], name, 'access-log')?.meanSeconds ?? [],
  )
  return percentile95(means)!
}

/** An estimate over the clients' time, less 1: by phase and guest, without missing answers. */
export function errorsOf(phases: readonly RecordedPhase[], id: EstimatorId): number[] {
  return phases.flatMap(({ means, estimates }) =>
    estimates.get(id)!.flatMap((told, guest) => (told === null ? [] : told / means[guest]! - 1)),
  )
}

/** The middle one of the errors, whatever their sign. */
export function medianError(phases: readonly RecordedPhase[], id: EstimatorId): number {
  const sorted = errorsOf(phases, id)
    .map(Math.abs)
    .toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? sorted[Math.floor(middle)]!
    : (sorted[middle - 1]! + sorted[middle]!) / 2
}
