import type { Guest } from '../recorded/guests.ts'
import type { Window } from '../recorded/recorded-host.ts'
import { measuredResponseTime } from '../recorded/response-time.ts'

const STEP = Math.log(1000)
/** A model that is wrong for other reasons is seldom wrong by more. */
const OTHERWISE_WITHIN = Math.log(4)
/** A mean below this fraction of the CPU time of a request is no matter of chance. */
const SHORTER = 0.5

/**
 * The factor by which all measured times are too long, if it is that of a mistaken unit: 1000 where
 * milliseconds were read as seconds. Null where it is not.
 * @param errors logarithms of measured over modelled, one per domain
 */
export function mistakenUnit(errors: readonly number[]): number | null {
  const steps = errors.map((error) => Math.round(error / STEP))
  const [step = 0] = steps
  const isOne = steps.every(
    (each, i) => each === step && Math.abs(errors[i]! - each * STEP) < OTHERWISE_WITHIN,
  )
  return isOne && step !== 0 ? 1000 ** step : null
}

/** The guests whose requests, by the log, took less time than the CPU time that they cost. */
export function shorterThanCpuTime(windows: readonly Window[], guests: readonly Guest[]): string[] {
  return guests.flatMap(({ name, measuredBy, serviceTimeSeconds, serviceTimeSource }) => {
    const measured = measuredResponseTime(windows, name, measuredBy)
    if (!measured || serviceTimeSource !== 'cpu' || serviceTimeSeconds === null) return []
    return measured.meanSeconds < SHORTER * serviceTimeSeconds ? [name] : []
  })
}
