import { MAX_INTERVAL_SECONDS, MAX_RECORDING_SECONDS } from '../host-command.ts'
import { HostError } from '../host-error.ts'
import type { HostInventory } from '../host-inventory.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { driftBetween, readClock } from './clock.ts'
import { preciseNow } from './precise-now.ts'
import { changesBetween, readTables, recordedDomains } from './read-tables.ts'
import type { RecordOptions } from './record-options.ts'
import { recordStreams } from './record-streams.ts'
import { RecordedFiles } from './recorded-files.ts'
import type { RecordingFacts } from './recording-facts.ts'

/**
 * Records a host for some seconds: xentop, the scheduler's events if requested and possible, and
 * xl's tables before and after. The trace buffer is never read while another program reads it.
 * After every trace, however it ended, tracing is switched off again (`endTracing`). The caller
 * closes the shell that it passed in, and discards the files of a failed recording.
 *
 * @throws HostError with the reason (`cancelled`, `connection-lost`, ...; `invalid-argument` before
 *   anything is sent), or the error of a file
 */
export async function recordHost(
  shell: RemoteShell,
  options: RecordOptions,
): Promise<RecordingFacts> {
  checkOptions(options)
  const files = new RecordedFiles(options.files)
  try {
    const facts = await record(shell, options, files)
    await files.end()
    return facts
  } catch (error) {
    files.destroy()
    stopIfCancelled(options) // applies whichever command noticed it
    throw error
  }
}

function checkOptions({ seconds, intervalSeconds }: RecordOptions): void {
  const isIn = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max
  if (!isIn(seconds, MAX_RECORDING_SECONDS) || !isIn(intervalSeconds, MAX_INTERVAL_SECONDS)) {
    const limits = `1 to ${MAX_RECORDING_SECONDS} seconds in intervals of 1 to ${MAX_INTERVAL_SECONDS}`
    throw new HostError('invalid-argument', `A recording takes ${limits}.`)
  }
  if (intervalSeconds > seconds) {
    throw new HostError('invalid-argument', 'The interval is longer than the recording.')
  }
}

async function record(
  shell: RemoteShell,
  options: RecordOptions,
  files: RecordedFiles,
): Promise<RecordingFacts> {
  const nowSeconds = options.nowSeconds ?? preciseNow
  stopIfCancelled(options)
  const clock = await readClock(shell, nowSeconds)
  const before = await readTables(shell)
  await files.write('xl-before.txt', before.text)
  stopIfCancelled(options)
  const { tscHz } = before
  const streams = await recordStreams(shell, options, files, { clock, tscHz })
  const { startedAtHostSeconds, xentop, trace } = streams
  const after = await readTables(shell)
  await files.write('xl-after.txt', after.text)
  const clockAfter = await readClock(shell, nowSeconds)
  stopIfCancelled(options)
  const { hostMinusOursSeconds, uncertaintySeconds } = clock
  const { hostName, xenVersion, pCpus } = before.inventory
  return {
    startedAtHostSeconds,
    recordedSeconds: xentop.lastSampleAtHostSeconds - xentop.firstSampleAtHostSeconds,
    clock: { hostMinusOursSeconds, uncertaintySeconds },
    clockDriftSeconds: driftBetween(clock, clockAfter),
    hostName,
    xenVersion,
    pCpus,
    scheduler: schedulerOf(before.inventory),
    domains: recordedDomains(before.inventory),
    changes: changesBetween(before.inventory, after.inventory),
    xentop,
    trace,
  }
}

function stopIfCancelled({ signal }: RecordOptions): void {
  if (signal?.aborted) throw new HostError('cancelled', 'The recording was cancelled.')
}

function schedulerOf({ cpupools, domains }: HostInventory): RecordingFacts['scheduler'] {
  const { cpupool } = domains.find((domain) => domain.id === 0)!
  const pool = cpupools.find(({ name }) => name === cpupool)!
  return { name: pool.scheduler, tsliceMs: pool.timeSliceMs, ratelimitUs: pool.rateLimitUs }
}
