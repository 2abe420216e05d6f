import { type CpuSample, sampleCpu } from '@steelyard/xen'
import type { Deps } from '../deps.ts'
import { AppError, toTrouble } from '../errors.ts'
import { hostTrouble } from '../hosts/connection/host-trouble.ts'
import { findEnrolledHost } from '../hosts/connection/open-host-shell.ts'
import { withHostShell } from '../hosts/connection/with-host-shell.ts'
import { adviseFromSample, noteNoAdvice } from '../load-balancers/advise-from-sample.ts'
import { noteNoCapsSample, storeCapsSample } from '../loop/caps/store-caps-sample.ts'

/** The share of the sampling interval that each sample observes. */
const WINDOW_SHARE = 0.5

/** Each use of the samples, with what it notes where there is no use in one. */
const USES = [
  { take: adviseFromSample, noteTrouble: noteNoAdvice },
  { take: storeCapsSample, noteTrouble: noteNoCapsSample },
]

/** Agent: reads which domains use the CPUs of a host, for whatever needs to know. */
export async function sampleHost(deps: Deps, hostId: string, signal: AbortSignal): Promise<void> {
  const sample = await readSample(deps, hostId, signal).catch((error: unknown) => error as Error)
  if (signal.aborted) return
  const hasTrouble = sample instanceof Error
  for (const { take, noteTrouble } of USES) {
    try {
      if (hasTrouble) throw sample
      await take(deps, hostId, sample)
    } catch (error) {
      const trouble = hostTrouble(error)
      const level = trouble instanceof AppError ? 'info' : 'error'
      deps.log[level]({ err: error, hostId }, 'a host could not be sampled')
      await noteTrouble(deps.db, hostId, toTrouble(trouble))
    }
  }
  const failures = hasTrouble ? { increment: 1 } : 0
  await deps.db.sampling.updateMany({ where: { hostId }, data: { failures } })
}

async function readSample(deps: Deps, hostId: string, signal: AbortSignal): Promise<CpuSample> {
  const windowSeconds = deps.config.sampleSeconds * WINDOW_SHARE
  return withHostShell(deps, await findEnrolledHost(deps, hostId), signal, (shell) =>
    sampleCpu(shell, windowSeconds, signal),
  )
}
