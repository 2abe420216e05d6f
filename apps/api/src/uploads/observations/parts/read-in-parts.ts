import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { JobProgress, Trouble } from '@steelyard/contract'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import type { JobContext } from '../../../jobs/handle-job.ts'
import { isUnfinished, notifyJob, unfinished } from '../../../queue/job-row.ts'
import type { LogsRead, ReadProgress } from '../observation-reader.ts'
import { type ReadPart, readPartKind } from './read-part.kind.ts'
import { logsIn } from './read-part.ts'

/** More often would cost more CPU time than splitting the work does. */
const LOOK_EVERY_MS = 1000

type Whole = Pick<JobContext<unknown>, 'deps' | 'jobId' | 'signal'>

/**
 * Has any worker read each part, and passes on what they found, in the order of the parts. A part
 * whose worker is killed is read by another one; an attempt of this job that follows a killed one finds
 * the parts that were read.
 * @throws AppError the first trouble of a part
 */
export async function readInParts(
  whole: Whole,
  parts: readonly ReadPart[],
  onProgress: (progress: ReadProgress) => void,
  onRead: (found: LogsRead, part: ReadPart) => void,
): Promise<void> {
  const { deps, jobId, signal } = whole
  try {
    const ids = await startParts(whole, parts)
    await untilRead(whole, onProgress)
    for (const [index, id] of ids.entries()) {
      const { found } = await deps.db.job.findUniqueOrThrow({ where: { id } })
      onRead(logsIn(found!), parts[index]!)
      signal.throwIfAborted()
    }
  } finally {
    // Where only this process stops, the parts go on for the next attempt.
    if (!signal.aborted || (await isCancelled(deps, jobId))) await dropParts(deps, jobId)
  }
}

async function startParts({ deps, jobId }: Whole, parts: readonly ReadPart[]): Promise<string[]> {
  const state = { in: [...unfinished.state.in, 'succeeded'] }
  const known = await deps.db.job.findMany({ where: { wholeId: jobId, state } })
  const same = parts.flatMap(
    (part) => known.find(({ payload }) => isDeepStrictEqual(payload, part))?.id ?? [],
  )
  if (same.length === parts.length) return same
  await dropParts(deps, jobId)
  return deps.db.$transaction(async (tx) => {
    const ids: string[] = []
    for (const part of parts) {
      const { id } = await deps.queue.enqueue(tx, readPartKind, part, { wholeId: jobId })
      ids.push(id)
    }
    return ids
  })
}

async function untilRead(
  { deps, jobId, signal }: Whole,
  onProgress: (progress: ReadProgress) => void,
): Promise<void> {
  for (;;) {
    const parts = await deps.db.job.findMany({
      where: { wholeId: jobId },
      select: { state: true, progress: true, error: true },
    })
    const failed = parts.find(({ state }) => state === 'failed')
    if (failed) {
      const { code, message, ...trouble } = failed.error as Trouble
      throw new AppError('unprocessable', message, { code, trouble })
    }
    onProgress(sumOf(parts.map(({ progress }) => progress as JobProgress | null)))
    if (!parts.some(isUnfinished)) return
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}

function sumOf(all: readonly (JobProgress | null)[]): ReadProgress {
  const sum = { bytes: 0, lines: 0, rejected: 0 }
  for (const progress of all) {
    const [lines, rejected] = (progress?.message ?? '0 0').split(' ').map(Number)
    sum.bytes += progress?.done ?? 0
    sum.lines += lines!
    sum.rejected += rejected!
  }
  return sum
}

async function isCancelled({ db }: Deps, id: string): Promise<boolean> {
  const job = await db.job.findUnique({ where: { id } })
  return job === null || job.cancelRequestedAt !== null
}

/** Whoever reads one of them finds that it is gone, and stops. */
async function dropParts({ db }: Deps, wholeId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const parts = await tx.job.findMany({ where: { wholeId }, select: { id: true } })
    await tx.job.deleteMany({ where: { wholeId } })
    for (const { id } of parts) await notifyJob(tx, id)
  })
}
