import { ModelInputError } from '../model-input-error.ts'
import { studentT } from '../numeric/student-t.ts'
import { meanOf } from './vmm-overhead-windows.ts'

export type Platform = 'native' | 'xen' | 'kvm'

/** A batch: run times of CPU-bound jobs that ran side by side, each on a pCPU of its own. */
export interface MeasuredJobs {
  jobs: number
  /** At most one run time per job. */
  runTimesSeconds: readonly number[]
  /** Name of the program; each program is compared only with itself. */
  workload?: string
}

/** How much more CPU time the same work takes once every pCPU is busy. */
export interface VmmOverhead {
  /** o of x (1 + o); 0.0375 = 3.75 %. */
  fraction: number
  /** 95 % interval; null where the data do not determine it. */
  interval: { low: number; high: number } | null
  basis: OverheadBasis
}

/** Where a figure comes from. */
type OverheadBasis =
  | { code: 'published'; platform: Platform }
  /** Run times of as many jobs as pCPUs, compared with those of fewer. */
  | { code: 'measured'; jobs: number; fewerJobs: number }
  /** Windows in which all pCPUs were busy, compared with windows that left one free. */
  | { code: 'recorded'; busyWindows: number; calmWindows: number }

/** Mean increase of run times from 3 to 4 jobs on four cores, bzip2 and gobmk (paper 4, section 4). */
export const publishedOverhead: Readonly<Record<Platform, number>> = {
  native: 0.0128,
  xen: 0.0375,
  kvm: 0.0489,
}

/**
 * The overhead from jobs on all pCPUs compared with jobs on fewer (the greatest number measured),
 * or as published in paper 4. The jobs of a batch share whatever else the host was doing, so a
 * batch counts once, by its mean. The interval is Welch's, for the logarithm of the ratio of the
 * batches' means; over several workloads the logarithms are averaged, as the paper averages its
 * percentages.
 * @throws ModelInputError `invalid-load` unless there are positive run times both for jobs on all
 * pCPUs and for fewer; more jobs than pCPUs wait for each other, which is not overhead
 */
export function vmmOverhead(
  of: { platform: Platform } | { measured: readonly MeasuredJobs[]; pCpus: number },
): VmmOverhead {
  if ('measured' in of) return measuredOverhead(of.measured, of.pCpus)
  return {
    fraction: publishedOverhead[of.platform],
    interval: null,
    basis: { code: 'published', platform: of.platform },
  }
}

function measuredOverhead(measured: readonly MeasuredJobs[], pCpus: number): VmmOverhead {
  for (const batch of measured) checkBatch(batch)
  const fewer = fewerJobs(measured, pCpus)
  const workloads = [...new Set(measured.map(({ workload }) => workload))]
  const ratios = workloads.map((workload) => {
    const batchesOf = (jobs: number) =>
      measured
        .filter((each) => each.workload === workload && each.jobs === jobs)
        .map(({ runTimesSeconds }) => meanOf(runTimesSeconds))
    return logRatio(batchesOf(pCpus), batchesOf(fewer), workload ?? 'the jobs')
  })
  const mean = ratios.reduce((sum, { value }) => sum + value, 0) / ratios.length
  return {
    fraction: Math.expm1(mean),
    interval: intervalOf(mean, ratios),
    basis: { code: 'measured', jobs: pCpus, fewerJobs: fewer },
  }
}

/** The greatest number of jobs that leaves a pCPU free. */
function fewerJobs(measured: readonly MeasuredJobs[], pCpus: number): number {
  const counts = [...new Set(measured.map(({ jobs }) => jobs))]
  const most = Math.max(0, ...counts)
  if (pCpus === 1) {
    throw invalid('On one pCPU, any running job keeps it busy, so there is nothing to compare.')
  }
  if (most > pCpus) {
    throw invalid(
      `The host has ${pCpus} pCPUs: ${most} jobs wait for each other, which is not overhead.`,
    )
  }
  const fewer = Math.max(0, ...counts.filter((count) => count < pCpus))
  if (most < pCpus || fewer === 0) {
    throw invalid(`Run times are needed for ${pCpus} jobs, one on each pCPU, and for fewer.`)
  }
  return fewer
}

/** Terms whose sum is a squared standard error; each term is s^2 / (n m^2). */
interface LogRatio {
  value: number
  parts: { squaredError: number; degreesOfFreedom: number }[]
}

/** Log ratio of the means over the batches' means. */
function logRatio(busy: readonly number[], calm: readonly number[], what: string): LogRatio {
  if (busy.length === 0 || calm.length === 0) {
    throw invalid(`Run times of ${what} are needed for both numbers of jobs.`)
  }
  const [busyMean, calmMean] = [meanOf(busy), meanOf(calm)]
  return {
    value: Math.log(busyMean / calmMean),
    parts: [[busy, busyMean] as const, [calm, calmMean] as const].map(([times, mean]) => ({
      squaredError: varianceOf(times, mean) / times.length / mean ** 2,
      degreesOfFreedom: times.length - 1,
    })),
  }
}

function intervalOf(mean: number, ratios: readonly LogRatio[]): VmmOverhead['interval'] {
  const parts = ratios.flatMap((ratio) => ratio.parts)
  if (parts.some(({ degreesOfFreedom }) => degreesOfFreedom < 1)) return null
  const squaredError = parts.reduce((sum, part) => sum + part.squaredError, 0)
  if (squaredError === 0) return { low: Math.expm1(mean), high: Math.expm1(mean) }
  // Welch and Satterthwaite.
  const degrees =
    squaredError ** 2 /
    parts.reduce((sum, part) => sum + part.squaredError ** 2 / part.degreesOfFreedom, 0)
  const half = (studentT(Math.max(1, degrees)) * Math.sqrt(squaredError)) / ratios.length
  return { low: Math.expm1(mean - half), high: Math.expm1(mean + half) }
}

function checkBatch({ jobs, runTimesSeconds: times }: MeasuredJobs): void {
  if (!Number.isInteger(jobs) || jobs < 1) {
    throw invalid(`A number of jobs must be a whole number from 1 on, not ${jobs}.`)
  }
  if (times.length === 0) throw invalid(`A batch of ${jobs} jobs has no run times.`)
  if (times.length > jobs) {
    throw invalid(
      `A batch of ${jobs} jobs cannot have ${times.length} run times: give each batch by itself.`,
    )
  }
  const wrong = times.find((time) => !Number.isFinite(time) || time <= 0)
  if (wrong !== undefined) throw invalid(`A run time must be above 0, not ${wrong}.`)
}

function invalid(message: string): ModelInputError {
  return new ModelInputError('invalid-load', message)
}

/** Unbiased sample variance; 0 for a single value. */
function varianceOf(values: readonly number[], mean: number): number {
  if (values.length < 2) return 0
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}
