import type { JobKind, Trouble, UploadState } from '@steelyard/contract'
import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'
import { isUnfinished } from '../queue/job-row.ts'

export const filesInOrder = { orderBy: { id: 'asc' } } as const
export const sourcesInOrder = { orderBy: { position: 'asc' } } as const

/** The relations that the summary of an upload shows. */
export const summaryParts = { files: filesInOrder, job: true } satisfies Prisma.UploadInclude

/** The host and its current domains, with which an upload is matched; never the host's keys. */
const enrolledHost = {
  select: {
    scheduler: true,
    pCpus: true,
    inventory: true,
    domains: {
      where: { goneAt: null },
      select: { name: true, xenId: true, weight: true, cap: true, vCpus: true },
    },
  },
} satisfies Prisma.HostDefaultArgs

const withSources = {
  ...summaryParts,
  sources: sourcesInOrder,
  host: enrolledHost,
} satisfies Prisma.UploadInclude

export type UploadRow = Prisma.UploadGetPayload<{ include: typeof summaryParts }>
export type UploadWithSources = Prisma.UploadGetPayload<{ include: typeof withSources }>

/** @throws AppError `upload-not-found` */
export async function loadUpload(db: Db | Tx, id: string): Promise<UploadWithSources> {
  const upload = await db.upload.findUnique({ where: { id }, include: withSources })
  if (!upload) throw notFound('upload')
  return upload
}

/** The trouble of an upload whose recording was cancelled; its files are gone. */
export const RECORDING_CANCELLED: Trouble = {
  code: 'cancelled',
  message: 'The recording was cancelled. Nothing was kept.',
}

type UploadAndJob = Pick<UploadRow, 'state' | 'job'>

/** Whether it belongs to a recording that has not been settled yet. */
export function isBeingRecorded({ state, job }: UploadAndJob): boolean {
  return state === 'receiving' && job?.kind === ('record-host' satisfies JobKind)
}

/**
 * Until an upload is ready or refused, its job decides: it may fail or be cancelled before any of
 * our code runs. A failed job refuses the upload, and so does a cancelled recording; a cancelled
 * inspection makes the upload available again.
 */
export function uploadState(upload: UploadAndJob): UploadState {
  const { state, job } = upload
  if (state !== 'receiving' || !job) return state as UploadState
  if (isUnfinished(job)) return isBeingRecorded(upload) ? 'recording' : 'inspecting'
  if (job.state === 'failed') return 'refused'
  return job.state === 'cancelled' && isBeingRecorded(upload) ? 'refused' : 'receiving'
}

export function uploadTrouble(upload: UploadAndJob & Pick<UploadRow, 'problem'>): Trouble | null {
  if (upload.state !== 'receiving') return upload.problem as Trouble | null
  if (isBeingRecorded(upload) && upload.job?.state === 'cancelled') return RECORDING_CANCELLED
  return (upload.job?.error ?? upload.problem) as Trouble | null
}
