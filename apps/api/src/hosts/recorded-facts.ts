import { knownHost } from '@steelyard/analysis'
import type { RecordedFacts } from '@steelyard/contract'
import type { Recording } from '@steelyard/traces'
import { type Db, Prisma, type Tx } from '../db.ts'
import { savedXlOutputs } from '../uploads/known-host-of.ts'
import { presentHostFacts } from '../uploads/present-host-facts.ts'

const isStated = { not: Prisma.DbNull }

/** An upload in which a file says something of its host. */
const telling: Prisma.UploadWhereInput = {
  OR: [{ recording: isStated }, { sources: { some: { included: true, xlOutput: isStated } } }],
}

const whatItTells = {
  id: true,
  name: true,
  createdAt: true,
  recording: true,
  sources: {
    where: { xlOutput: isStated },
    orderBy: { position: 'asc' },
    select: { path: true, included: true, xlOutput: true },
  },
} satisfies Prisma.UploadSelect

type TellingUpload = Prisma.UploadGetPayload<{ select: typeof whatItTells }>

/** What the newest telling upload that was analysed for each of these hosts says of it. */
export async function recordedFacts(
  db: Db | Tx,
  hostIds: string[],
): Promise<Map<string, RecordedFacts>> {
  const analyses = await db.analysis.findMany({
    where: { hostId: { in: hostIds }, uploads: { some: telling } },
    distinct: ['hostId'],
    orderBy: [{ hostId: 'asc' }, { id: 'desc' }],
    select: {
      hostId: true,
      uploads: { where: telling, orderBy: { id: 'desc' }, take: 1, select: whatItTells },
    },
  })
  return new Map(analyses.map(({ hostId, uploads }) => [hostId, factsIn(uploads[0]!)]))
}

function factsIn({ id, name, createdAt, sources, ...said }: TellingUpload): RecordedFacts {
  const recording = said.recording as Recording | null
  const { facts } = knownHost({ recording, xl: savedXlOutputs(sources), host: null })
  const at = recording ? new Date(recording.startEpochSeconds * 1000) : createdAt
  return {
    facts: presentHostFacts(facts),
    uploadId: id,
    uploadName: name,
    at: at.toISOString(),
  }
}
