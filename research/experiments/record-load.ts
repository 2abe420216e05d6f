import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import type { PlannedLoad } from '../recordings/campaign-types.ts'
import { lagBetween, readClocks, startOfXentop } from './host-clock.ts'
import type { Laboratory } from './laboratory.ts'
import { type PlayedLoad, playLoad, secondsOf } from './play-load.ts'
import { stateXentopTimes } from './state-xentop-times.ts'
import { wallSecondsOf } from './wall-seconds.ts'

/** A load that was played while the product recorded the host and its guests' logs. */
export interface RecordedLoad extends PlayedLoad {
  upload: contract.Upload
}

const POLL_MS = 1_000
const SPARE_SECONDS = 15
/** What else runs on this machine varies. */
const MARGIN = 1.25
const LONGEST_RECORDING_SECONDS = 3600

/**
 * Records through the API while the load is played. A recording that ended before the load did is
 * made again, and takes twice as long.
 *
 * @param pace seconds of our clock for a second of the host: a recording's length counts by ours
 * @throws Error when the recording failed, or would take too long
 */
export async function recordLoad(
  laboratory: Laboratory,
  load: PlannedLoad,
  { name, pace }: { name: string; pace: number },
): Promise<RecordedLoad> {
  const needed = wallSecondsOf(load, pace)
  const wished = Math.ceil(needed * MARGIN) + SPARE_SECONDS
  if (needed < LONGEST_RECORDING_SECONDS) {
    const first = Math.min(wished, LONGEST_RECORDING_SECONDS)
    for (let seconds = first; seconds <= LONGEST_RECORDING_SECONDS; seconds *= 2) {
      const recorded = await recordFor(laboratory, load, { name, seconds })
      if (recorded) return recorded
    }
  }
  throw new Error(`${name} would take longer than the product allows: choose a smaller --scale.`)
}

/** @returns null when the recording ended before the load did */
async function recordFor(
  laboratory: Laboratory,
  load: PlannedLoad,
  wish: { name: string; seconds: number },
): Promise<RecordedLoad | null> {
  const { host, product, hostId } = laboratory
  const params = { id: hostId }
  const { upload, job } = await product.call(contract.startRecording, { params, body: wish })
  await untilRecorded(laboratory, job, 1)
  const startEpochSeconds = await startOfXentop(host)
  const begin = await readClocks(host)
  const played = await playLoad(host, load)
  await untilRecorded(laboratory, job, wish.seconds)
  const lagSeconds = lagBetween(begin, await readClocks(host))
  const { state, error } = await product.jobEnded(job)
  if (state !== 'succeeded') throw new Error(`${wish.name} failed: ${error?.message}`)
  const times = { startEpochSeconds, lagSeconds }
  const recorded = await stateXentopTimes(product, upload.id, times)
  const endEpochSeconds = played.startEpochSeconds + secondsOf(load)
  if (Date.parse(recorded.lastAt) / 1000 < endEpochSeconds) return null
  return { ...played, upload: recorded.upload }
}

/** Waits until the recording has lasted so long by our clock, or has ended. */
export async function untilRecorded(
  { product }: Laboratory,
  { id }: contract.Job,
  seconds: number,
): Promise<void> {
  for (;;) {
    const { progress, finishedAt } = await product.call(contract.getJob, { params: { id } })
    if (finishedAt) return
    if (progress?.unit === 'seconds' && (progress.done ?? 0) >= seconds) return
    await sleep(POLL_MS)
  }
}
