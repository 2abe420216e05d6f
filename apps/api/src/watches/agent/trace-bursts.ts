import { Writable } from 'node:stream'
import { endTracing, type RecordedFile, recordHost } from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import { nowSeconds } from '../../epoch.ts'
import type { WatchModel } from '../../generated/prisma/models.ts'
import { findEnrolledHost, openHostShell } from '../../hosts/connection/open-host-shell.ts'
import { withHostShell } from '../../hosts/connection/with-host-shell.ts'
import { isBeingApplied } from '../../hosts/host-row.ts'
import { runningRecordings } from '../../hosts/running-recordings.ts'
import { MINUTE_MS, msOf } from '../../milliseconds.ts'
import { pause } from './again-and-again.ts'
import type { ObservedHost } from './observed-host.ts'
import { traceObservations } from './trace-observations.ts'

type Bursts = Pick<WatchModel, 'hostId' | 'traceSeconds' | 'tracedAt'> & {
  traceEveryMinutes: number
}

const LOOK_EVERY_MS = 2_000
/** A burst is read in memory. More events than this fits are no burst. */
const MAX_TRACE_BYTES = 32 * 1024 ** 2
/** How long after its time a burst may still be at work. */
const SPARE_SECONDS = 60

/**
 * Records the scheduler's events for some seconds again and again, until the signal, and tells the
 * observer how long vCPUs waited meanwhile. Never while the host is being recorded, which would find
 * the trace buffer taken, or while a plan is being applied.
 */
export async function watchTraces(
  deps: Deps,
  bursts: Bursts,
  host: ObservedHost,
  signal: AbortSignal,
): Promise<void> {
  const { hostId, traceEveryMinutes, tracedAt } = bursts
  let dueAt = (tracedAt?.getTime() ?? 0) + traceEveryMinutes * MINUTE_MS
  if (tracedAt) await endInterrupted(deps, bursts, signal)
  for (; !signal.aborted; await pause(LOOK_EVERY_MS, signal)) {
    if (Date.now() < dueAt || host.state !== 'watching') continue
    try {
      if (await isTaken(deps, hostId)) continue
      dueAt = Date.now() + traceEveryMinutes * MINUTE_MS
      await burst(deps, bursts, host, signal)
    } catch (err) {
      // The host is observed without; waits stay unknown, and the next burst is tried in its turn.
      if (!signal.aborted) deps.log.info({ err, hostId }, 'a burst of xentrace failed')
    }
  }
}

async function isTaken({ db }: Deps, hostId: string): Promise<boolean> {
  return (await isBeingApplied(db, hostId)) || (await runningRecordings(db, [hostId])).length > 0
}

/** An agent that was killed during a burst may have left the hypervisor tracing. */
async function endInterrupted(
  deps: Deps,
  { hostId, tracedAt, traceSeconds }: Bursts,
  signal: AbortSignal,
): Promise<void> {
  if (Date.now() - tracedAt!.getTime() > msOf(traceSeconds + SPARE_SECONDS)) return
  try {
    if (await isTaken(deps, hostId)) return
    const enrolled = await findEnrolledHost(deps, hostId)
    await withHostShell(deps, enrolled, signal, (shell) => endTracing(shell))
  } catch (err) {
    if (!signal.aborted) deps.log.info({ err, hostId }, 'tracing may still be on')
  }
}

async function burst(
  deps: Deps,
  { hostId, traceSeconds }: Bursts,
  host: ObservedHost,
  signal: AbortSignal,
): Promise<void> {
  // Stored before it begins, so that a successor knows that tracing may be on.
  await deps.db.watch.updateMany({ where: { hostId }, data: { tracedAt: new Date() } })
  const over = new AbortController()
  const stop = stopWhenTaken(deps, hostId, over)
  const trace: Buffer[] = []
  const enrolled = await findEnrolledHost(deps, hostId)
  const shell = await openHostShell(deps, enrolled, signal)
  try {
    const facts = await recordHost(shell, {
      seconds: traceSeconds,
      intervalSeconds: traceSeconds,
      trace: true,
      files: (name) => kept(name, trace),
      signal: AbortSignal.any([signal, over.signal]),
      reconnect: () => openHostShell(deps, enrolled),
      maxTraceBytes: MAX_TRACE_BYTES,
      nowSeconds,
    })
    host.observer.cpuMeasured(await traceObservations(trace, facts))
  } finally {
    clearInterval(stop)
    await shell.close()
  }
}

/** Someone who records the host needs the trace buffer, and asked for it. */
function stopWhenTaken(deps: Deps, hostId: string, over: AbortController): NodeJS.Timeout {
  return setInterval(() => {
    isTaken(deps, hostId).then(
      (taken) => taken && over.abort(),
      () => {}, // the database is away for a moment
    )
  }, LOOK_EVERY_MS)
}

/** Only the trace is of use: xentop runs all the time. */
function kept(name: RecordedFile, trace: Buffer[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (name === 'xentrace.bin') trace.push(chunk)
      done()
    },
  })
}
