import type { RunStateClasses, RunStateSample } from './run-state-sample.ts'

const CLASSES: Record<keyof RunStateClasses, string> = {
  fullRun: 'runstate_fullrun',
  fullContention: 'runstate_full_contention',
  concurrencyHazard: 'runstate_concurrency_hazard',
  blocked: 'runstate_blocked',
  partialRun: 'runstate_partial_run',
  partialContention: 'runstate_partial_contention',
}
const NAMES = Object.keys(CLASSES) as (keyof RunStateClasses)[]
/** Counters are read one after the other, so shares agree only about. */
const SLACK = 0.05

/** xcp-rrdd keeps nothing above this, and what is between 1 and this it keeps as 1. */
const MOST_KEPT = 1.05
const MOST_OF_A_V_CPU = 1.1

/** The data sources that somebody has to switch on for every guest. */
export const RUN_STATE_SOURCES: readonly string[] = [
  ...Object.values(CLASSES),
  'runnable_any',
  'runnable_vcpus',
]

/** What one row has of a guest, by data source; NaN for what is not known. */
export type Values = ReadonlyMap<string, number>

/**
 * What a row says of a guest, or why it is not to be believed.
 * @param fault `lost`: a sample came as zeros; `do-not-add-up`: the states miss the whole
 */
export function sampleOf(
  values: Values,
  endsAt: number,
  seconds: number,
  fault: (code: 'lost' | 'do-not-add-up') => void,
): RunStateSample | null {
  // A guest that is there has memory: where it has none, its whole sample was lost.
  if (values.get('memory') === 0) {
    fault('lost')
    return null
  }
  const shares = [...values].filter(([name]) => /^cpu\d{1,4}$/.test(name)).map(([, share]) => share)
  const known = shares.filter(Number.isFinite)
  if (known.some((share) => share < 0 || share > MOST_OF_A_V_CPU)) {
    fault('lost')
    return null
  }
  const used = known.length > 0 ? known.reduce((sum, share) => sum + share, 0) : null
  const classes = classesOf(values)
  if (classes === 'do-not-add-up') fault(classes)
  const believed = classes === 'do-not-add-up' ? null : classes
  const any = values.get('runnable_any') ?? Number.NaN
  if (used === null && classes === null && Number.isNaN(any)) return null
  const isUsedLost = used !== null && believed !== null && used + SLACK < leastRunning(believed)
  if (isUsedLost) fault('lost')
  return {
    endsAt,
    seconds,
    usedPCpus: isUsedLost ? null : used,
    classes: believed,
    waitingShare: believed
      ? waiting(believed)
      : any > 0 && any <= 1 + SLACK
        ? Math.min(1, any)
        : null,
    waitingVCpus: believed && waitingVCpus(believed, known.length, values.get('runnable_vcpus')),
  }
}

/** Null where a state was not recorded. */
function classesOf(values: Values): RunStateClasses | 'do-not-add-up' | null {
  const shares = NAMES.map((name) => values.get(CLASSES[name]) ?? Number.NaN)
  if (!shares.every(Number.isFinite)) return null
  const sum = shares.reduce((all, share) => all + share, 0)
  if (shares.some((share) => share < 0) || Math.abs(sum - 1) > SLACK) return 'do-not-add-up'
  return Object.fromEntries(
    NAMES.map((name, at) => [name, shares[at]!]),
  ) as unknown as RunStateClasses
}

function waiting({
  fullContention,
  concurrencyHazard,
  partialContention,
}: RunStateClasses): number {
  return Math.min(1, fullContention + concurrencyHazard + partialContention)
}

function leastRunning({ fullRun, concurrencyHazard, partialRun }: RunStateClasses): number {
  return fullRun + concurrencyHazard + partialRun
}

/**
 * How many vCPUs waited in the mean: all of them in full contention, and where some do, at least one
 * and not all. `runnable_vcpus` says it exactly as long as it is below 1 and fits in between: above
 * 1.05 it arrives as 0.0, so a 0 is never taken for one, and from 1 to 1.05 as 1.
 */
function waitingVCpus(
  { fullContention, concurrencyHazard, partialContention }: RunStateClasses,
  vCpus: number,
  counted: number | undefined,
): RunStateSample['waitingVCpus'] {
  if (vCpus === 0) return null
  const some = concurrencyHazard + partialContention
  const least = vCpus * fullContention + some
  const most = vCpus * fullContention + Math.max(1, vCpus - 1) * some
  const fits =
    counted !== undefined && counted > 0 && counted >= least - SLACK && counted <= most + SLACK
  if (!fits || vCpus <= 2) return { least, most }
  return {
    least: counted,
    most: counted < 1 ? counted : Math.max(counted, Math.min(most, MOST_KEPT)),
  }
}
