import { knownHost } from '@steelyard/analysis'
import type { RecordedFacts } from '@steelyard/contract'
import type { Recording } from '@steelyard/traces'
import { type Db, Prisma, type Tx } from '../db.ts'
import { dateOf } from '../epoch.ts'
import { savedXlOutputs } from '../uploads/known-host-of.ts'
import { presentHostFacts } from '../uploads/present-host-facts.ts'

const whatItTells = {
  id: true,
  name: true,
  createdAt: true,
  recording: true,
  sources: {
    where: { xlOutput: { not: Prisma.DbNull } },
    orderBy: { position: 'asc' },
    select: { path: true, included: true, xlOutput: true },
  },
} satisfies Prisma.UploadSelect

type TellingUpload = Prisma.UploadGetPayload<{ select: typeof whatItTells }>

/** What the newest upload that was analysed for each of these hosts, and tells of it, says. */
export async function recordedFacts(
  db: Db | Tx,
  hostIds: string[],
): Promise<Map<string, RecordedFacts>> {
  const telling = await newestTelling(db, hostIds)
  const uploads = await db.upload.findMany({
    where: { id: { in: telling.map(({ uploadId }) => uploadId) } },
    select: whatItTells,
  })
  const uploadOf = new Map(uploads.map((upload) => [upload.id, upload]))
  return new Map(telling.map(({ hostId, uploadId }) => [hostId, factsIn(uploadOf.get(uploadId)!)]))
}

/** The newest analysed upload of each host in which a file says something of the host. */
async function newestTelling(
  db: Db | Tx,
  hostIds: string[],
): Promise<{ hostId: string; uploadId: string }[]> {
  if (hostIds.length === 0) return []
  return db.$queryRaw`
    SELECT DISTINCT ON (a."hostId") a."hostId"::text AS "hostId", u."id"::text AS "uploadId"
      FROM "Analysis" a
      JOIN "_AnalysisToUpload" au ON au."A" = a."id"
      JOIN "Upload" u ON u."id" = au."B"
      WHERE a."hostId" = ANY(${hostIds}::uuid[]) AND (
        u."recording" IS NOT NULL OR EXISTS (
          SELECT 1 FROM "Source" s
            WHERE s."uploadId" = u."id" AND s."included" AND s."xlOutput" IS NOT NULL))
      ORDER BY a."hostId", a."id" DESC, u."id" DESC`
}

function factsIn({ id, name, createdAt, sources, ...said }: TellingUpload): RecordedFacts {
  const recording = said.recording as Recording | null
  const { facts } = knownHost({ recording, xl: savedXlOutputs(sources), host: null })
  const at = recording ? dateOf(recording.startEpochSeconds) : createdAt
  return {
    facts: presentHostFacts(facts),
    uploadId: id,
    uploadName: name,
    at: at.toISOString(),
  }
}
