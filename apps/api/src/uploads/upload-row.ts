import type { Trouble, UploadState } from '@steelyard/contract'
import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'

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
