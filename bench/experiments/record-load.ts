import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import type { PlannedLoad } from '../recordings/campaign-types.ts'
import { rateBetween, readClocks } from './host-clock.ts'
import type { Laboratory } from './laboratory.ts'
import { type PlayedLoad, playLoad, secondsOf } from './play-load.ts'
import { stateXentopInterval } from './state-xentop-interval.ts'

/** A load that was played while the product recorded the host and its guests' logs. */
export interface RecordedLoad extends PlayedLoad {
  upload: contract.Upload
}

const POLL_MS = 1_000
const SPARE_SECONDS = 15
/** Load varies, and so does what else runs on this machine. */
const PACE_MARGIN = 1.15
const LONGEST_RECORDING_SECONDS = 3600

/**
 * Records through the API while the load is played.
 *
 * @param pace seconds of our clock for a second of the host: a recording's length counts by ours
 * @throws Error when the recording failed, or ended before the load did
 */
export async function recordLoad(
  laboratory: Laboratory,
  load: PlannedLoad,
  { name, pace }: { name: string; pace: number },
): Promise<RecordedLoad> {
  const { host, product, hostId } = laboratory
  const seconds = Math.ceil(secondsOf(load) * pace * PACE_MARGIN) + SPARE_SECONDS
  if (seconds > LONGEST_RECORDING_SECONDS) {
    throw new Error(`A recording would take ${seconds} s, more than the product allows.`)
  }
  const { upload, job } = await product.call(contract.startRecording, {
    params: { id: hostId },
    body: { name, seconds },
  })
  await untilRecorded(laboratory, job, 1)
  const begin = await readClocks(host)
  const played = await playLoad(host, load)
  await untilRecorded(laboratory, job, seconds)
  const rate = rateBetween(begin, await readClocks(host))
  const { state, error } = await product.jobEnded(job)
  if (state !== 'succeeded') throw new Error(`${name} failed: ${error?.message}`)
  const recorded = await stateXentopInterval(product, upload.id, rate)
  const endEpochSeconds = played.startEpochSeconds + secondsOf(load)
  if (Date.parse(recorded.lastAt) / 1000 < endEpochSeconds) {
    throw new Error(`${name} ended before the load did: this machine became slower meanwhile.`)
  }
  return { ...played, upload: recorded.upload }
}

/** Waits until the recording has lasted so long by our clock, or has ended. */
async function untilRecorded(
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
