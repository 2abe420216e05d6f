import type { JobKind, Trouble, UploadState } from '@steelyard/contract'
import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'
import { isUnfinished } from '../queue/job-row.ts'

export const filesInOrder = { orderBy: { id: 'asc' } } as const
export const sourcesInOrder = { orderBy: { position: 'asc' } } as const

/** What an upload's summary shows. */
export const summaryParts = { files: filesInOrder, job: true } satisfies Prisma.UploadInclude

/** What an upload is matched with: the host and the domains that it has now, never its keys. */
const enrolledHost = {
  select: {
    scheduler: true,
    pCpus: true,
    domains: {
      where: { goneAt: null },
      select: { name: true, xenId: true, weight: true, cap: true },
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

/** How an upload ends whose recording was cancelled; its files are gone. */
export const RECORDING_CANCELLED: Trouble = {
  code: 'cancelled',
  message: 'The recording was cancelled. Nothing of it was kept.',
}

type UploadAndJob = Pick<UploadRow, 'state' | 'job'>

/** Whether a recording fills it, or filled it, that has not been brought to its end yet. */
export function isBeingRecorded({ state, job }: UploadAndJob): boolean {
  return state === 'receiving' && job?.kind === ('record-host' satisfies JobKind)
}

/**
 * Until an upload is found ready or refused its job is the truth: it may fail or be cancelled
 * without having run one line of ours. A failed one refuses the upload; a cancelled recording does
 * too, a cancelled inspection gives the upload back.
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
