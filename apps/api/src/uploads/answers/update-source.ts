import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import { Prisma, type Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import { sourcesLane } from '../../threads/lanes.ts'
import { holdUpload, refuseWhileRead } from '../hold-upload.ts'
import { settleAgain } from '../inspection/settle-source.ts'
import { knownHostOf } from '../known-host-of.ts'
import { settleReading } from '../readings/settle-reading.ts'
import { columnsOf, jsonOrNull, stateOf } from '../source-state.ts'
import { uploadProblem } from '../upload-problem.ts'
import { loadUpload, type UploadWithSources } from '../upload-row.ts'
import type { Answered, DescribedAgain, describeAgain } from './describe-again.ts'
import { answeredToo, type SourceChange } from './source-change.ts'

/** How often somebody else may answer first. */
const MOST_ATTEMPTS = 4

interface SourceParams {
  id: string
  sourceId: string
}

/**
 * Stores the operator's answers about a source and reads its beginning again with them. The start
 * of xenmon is asked once for all files of a folder, because one run wrote them. It reads without a
 * transaction, and reads once more when other answers were stored meanwhile.
 * @throws AppError `source-not-found`, `upload-changed`; as `describeAgain` and `sourcesLane` do
 */
export async function updateSource(
  deps: Deps,
  actor: Actor,
  params: SourceParams,
  change: SourceChange,
): Promise<void> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const upload = await loadUpload(deps.db, params.id)
    await refuseWhileRead(deps.db, upload)
    const basis = basisOf(upload, params.sourceId, change)
    const described = await sourcesLane.run<typeof describeAgain>({
      module: new URL('./describe-again.ts', import.meta.url),
      name: 'describeAgain',
      question: { stored: deps.config.files, ...basis },
    })
    const isStored = await deps.db.$transaction(async (tx) => {
      const held = await holdUpload(tx, params.id)
      await refuseWhileRead(tx, held)
      if (!isDeepStrictEqual(basisOf(held, params.sourceId, change), basis)) return false
      await store(deps, actor, tx, held, params.sourceId, described)
      return true
    })
    if (isStored) return
  }
  throw conflict(
    'upload-changed',
    'Others are answering questions about this upload too. Look at their answers, then send yours again.',
  )
}

/** Everything but the files' bytes that a description follows from. */
function basisOf(upload: UploadWithSources, sourceId: string, change: SourceChange) {
  const source = upload.sources.find((row) => row.id === sourceId)
  if (!source) throw notFound('source')
  const { settings } = change
  const siblings = answeredToo(upload, source, change)
  const answered: Answered[] = [
    { source, change },
    ...siblings.map((sibling) => ({ source: sibling, change: { settings } })),
  ]
  return {
    files: upload.files,
    // A reading that ends meanwhile changes the report alone.
    answered: answered.map((each) => ({ ...each, source: { ...each.source, report: null } })),
    known: knownHostOf(upload),
  }
}

async function store(
  deps: Deps,
  actor: Actor,
  tx: Tx,
  { id, name, sources }: UploadWithSources,
  sourceId: string,
  described: readonly DescribedAgain[],
): Promise<void> {
  for (const { sourceId: id, kind, state, spec, included } of described) {
    const columns = { kind, ...columnsOf(state), spec: jsonOrNull(spec), included }
    await tx.source.update({ where: { id }, data: { ...columns, report: Prisma.DbNull } })
  }
  const source = sources.find((row) => row.id === sourceId)!
  if (source.kind === 'xl-output') await settleOthers(tx, id, sourceId)
  await settleUpload(tx, id)
  await settleReading(deps, tx, id, actor.principal.userId)
  await audit(tx, actor, {
    action: 'upload.describe',
    target: { kind: 'upload', id, name },
    detail: { source: source.path },
  })
}

/** An answer may make the first source readable, or the last one unreadable. */
async function settleUpload(tx: Tx, id: string): Promise<void> {
  const sources = await tx.source.findMany({
    where: { uploadId: id },
    orderBy: { position: 'asc' },
  })
  const problem = uploadProblem(
    sources.map((source) => ({ spec: source.spec, state: stateOf(source) })),
  )
  await tx.upload.update({
    where: { id },
    data: {
      state: problem ? 'refused' : 'ready',
      problem: jsonOrNull(problem),
    },
  })
}

/** When xl output is included or left out, names in the other sources may map to other domains. */
async function settleOthers(tx: Tx, id: string, sourceId: string): Promise<void> {
  const upload = await loadUpload(tx, id)
  const known = knownHostOf(upload)
  for (const other of upload.sources.filter((row) => row.id !== sourceId)) {
    const settled = settleAgain(stateOf(other), known)
    if (!settled) continue
    await tx.source.update({
      where: { id: other.id },
      data: {
        ...columnsOf(settled.state),
        spec: jsonOrNull(settled.spec),
      },
    })
  }
}
