import path from 'node:path'
import type { EstimatorId } from '@steelyard/model'
import { formulaPredictors } from '../../accuracy/formula-predictors.ts'
import { type Run, readRun } from '../../accuracy/recordings/read-run.ts'

const samples = path.join(import.meta.dirname, '../../../samples')

/** Means and 95th percentiles by phase and guest, as measured by the clients, in seconds. */
interface MeasuredPhase {
  means: number[]
  p95s: number[]
}

/**
 * The two shipped recordings of a real host under Table 3: equal weights, and VM1 raised in phase
 * 6.
 */
export interface RecordedHosts {
  equal: MeasuredPhase[]
  reweighted: MeasuredPhase[]
  /**
   * Median error over the phases and guests of both recordings. Null when an estimator has no
   * answer.
   */
  medianError(id: EstimatorId): number | null
  /**
   * The largest difference between the estimates for vm1 and vm2, whose loads and weights are
   * equal.
   */
  apart(id: EstimatorId): number
}

interface Answered {
  run: Run
  byId: Map<string, ReadonlyMap<string, { mean: number }>[]>
}

export async function recordedHosts(): Promise<RecordedHosts> {
  const runs = await Promise.all(
    ['paper-table3-equal', 'paper-table3-reweighted'].map(async (name) =>
      answered(await readRun(path.join(samples, name))),
    ),
  )
  return {
    equal: phasesOf(runs[0]!.run),
    reweighted: phasesOf(runs[1]!.run),
    medianError: (id) => {
      const errors = runs.flatMap(({ run, byId }) =>
        run.phases.flatMap(({ truth }, index) =>
          [...truth].flatMap(([name, { mean }]) => {
            const told = byId.get(id)![index]!.get(name)
            return told ? [Math.abs(told.mean / mean - 1)] : []
          }),
        ),
      )
      return errors.length === 0 ? null : median(errors)
    },
    apart: (id) =>
      Math.max(
        ...runs[0]!.byId.get(id)!.flatMap((answers) => {
          const [one, other] = [answers.get('vm1'), answers.get('vm2')]
          if (!one || !other) return []
          return [Math.max(one.mean, other.mean) / Math.min(one.mean, other.mean) - 1]
        }),
      ),
  }
}

async function answered(run: Run): Promise<Answered> {
  const weights = run.phases.map((phase) => phase.weights)
  const answers = await Promise.all(
    formulaPredictors.map(async (each) => [each.id, await each.predict(run, weights)] as const),
  )
  return { run, byId: new Map(answers) }
}

function phasesOf(run: Run): MeasuredPhase[] {
  return run.phases.map(({ truth }) => {
    const guests = ['vm1', 'vm2', 'vm3'].map((name) => truth.get(name)!)
    return { means: guests.map(({ mean }) => mean), p95s: guests.map(({ p95 }) => p95) }
  })
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? sorted[Math.floor(middle)]!
    : (sorted[middle - 1]! + sorted[middle]!) / 2
}
