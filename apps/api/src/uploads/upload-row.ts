import type { Trouble, UploadState } from '@steelyard/contract'
import type { Db, Tx } from '../db.ts'
import { notFound } from '../errors.ts'
import type {
  JobModel,
  SourceModel,
  UploadFileModel,
  UploadModel,
} from '../generated/prisma/models.ts'
import type { EnrolledHost } from './inspection/known-host.ts'

/** An upload with its files and the job that inspects or inspected it. */
export type UploadRow = UploadModel & { files: UploadFileModel[]; job: JobModel | null }
export type UploadWithSources = UploadRow & {
  sources: SourceModel[]
  host: EnrolledHost | null
}

export const filesInOrder = { orderBy: { id: 'asc' } } as const
export const sourcesInOrder = { orderBy: { position: 'asc' } } as const

/** @throws AppError `upload-not-found` */
export async function loadUpload(db: Db | Tx, id: string): Promise<UploadWithSources> {
  const upload = await db.upload.findUnique({
    where: { id },
    include: { files: filesInOrder, sources: sourcesInOrder },
  })
  if (!upload) throw notFound('upload')
  const [withJob] = await withJobs(db, [upload])
  return { ...withJob!, host: await enrolledHost(db, upload.hostId) }
}

/** What an upload is matched with: the host and the domains that it has now, never its keys. */
async function enrolledHost(db: Db | Tx, hostId: string | null): Promise<EnrolledHost | null> {
  if (!hostId) return null
  const host = await db.host.findUnique({
    where: { id: hostId },
    select: { scheduler: true, pCpus: true },
  })
  const domains = await db.domain.findMany({
    where: { hostId, goneAt: null },
    select: { name: true, xenId: true, weight: true, cap: true },
  })
  return host && { ...host, domains }
}

export async function withJobs<Row extends { jobId: string | null }>(
  db: Db | Tx,
  rows: Row[],
): Promise<(Row & { job: JobModel | null })[]> {
  const ids = rows.flatMap((row) => row.jobId ?? [])
  const jobs = ids.length > 0 ? await db.job.findMany({ where: { id: { in: ids } } }) : []
  return rows.map((row) => ({ ...row, job: jobs.find((job) => job.id === row.jobId) ?? null }))
}

/** How an upload ends whose recording was cancelled; its files are gone. */
export const RECORDING_CANCELLED: Trouble = {
  code: 'cancelled',
  message: 'The recording was cancelled. Nothing of it was kept.',
}

/**
 * While a recording or an inspection is under way its job is the truth: it may fail or be cancelled
 * without having run one line of ours. A failed one refuses the upload; a cancelled recording does
 * too, a cancelled inspection gives the upload back.
 */
export function uploadState({ state, job }: Pick<UploadRow, 'state' | 'job'>): UploadState {
  const ended = job?.state === 'failed' || job?.state === 'cancelled'
  if (state === 'recording') return ended ? 'refused' : 'recording'
  if (state !== 'inspecting') return state as UploadState
  if (job?.state === 'failed') return 'refused'
  return job?.state === 'cancelled' ? 'receiving' : 'inspecting'
}

export function uploadTrouble(
  upload: Pick<UploadRow, 'state' | 'job' | 'problem'>,
): Trouble | null {
  if (upload.state === 'recording' && upload.job?.state === 'cancelled') return RECORDING_CANCELLED
  if (upload.state === 'recording' || upload.state === 'inspecting')
    return (upload.job?.error as Trouble | null) ?? null
  return upload.problem as Trouble | null
}
