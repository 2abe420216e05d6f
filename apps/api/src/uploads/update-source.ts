import { dirname } from 'node:path/posix'
import type { KnownHost } from '@steelyard/analysis'
import type { SourceSettings } from '@steelyard/contract'
import {
  type Detection,
  detectSource,
  findFormat,
  type MemberInfo,
  TraceError,
} from '@steelyard/traces'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import { Prisma, type Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { AppError, invalid, notFound } from '../errors.ts'
import type { SourceModel } from '../generated/prisma/models.ts'
import { holdUpload, refuseWhileRead } from './hold-upload.ts'
import { describeSource } from './inspection/describe-source.ts'
import { upToLastLine } from './inspection/preview-source.ts'
import { readHead } from './inspection/read-members.ts'
import { answersOf } from './inspection/said-of.ts'
import { settleAgain } from './inspection/settle-source.ts'
import { knownHostOf } from './known-host-of.ts'
import { settleReading } from './readings/settle-reading.ts'
import { columnsOf, type DomainMatch, jsonOrNull, stateOf } from './source-state.ts'
import { uploadProblem } from './upload-problem.ts'
import { loadUpload, type UploadWithSources } from './upload-row.ts'

export interface SourceChange {
  included?: boolean | undefined
  settings?: Partial<{ [K in keyof SourceSettings]: SourceSettings[K] | undefined }> | undefined
  domains?: { found: string; domain: string | null }[] | undefined
  /** The settings also answer the same question of other sources of this kind. */
  alike?: boolean | undefined
}

/**
 * Stores the operator's answers about a source and reads its beginning again with them. The start
 * of xenmon is asked once for all files of a folder, because one run wrote them.
 * @throws AppError `source-not-found`, `invalid` for an answer that does not fit the source
 */
export async function updateSource(
  deps: Deps,
  actor: Actor,
  { id, sourceId }: { id: string; sourceId: string },
  change: SourceChange,
): Promise<void> {
  await deps.db.$transaction(
    async (tx) => {
      const upload = await holdUpload(tx, id)
      await refuseWhileRead(tx, upload)
      const source = upload.sources.find((row) => row.id === sourceId)
      if (!source) throw notFound('source')
      const known = knownHostOf(upload)
      await describeAgain(deps, tx, { upload, source, change, known })
      const { settings } = change
      for (const sibling of answeredToo(upload, source, change))
        await describeAgain(deps, tx, { upload, source: sibling, change: { settings }, known })
      if (source.kind === 'xl-output') await settleOthers(tx, id, sourceId)
      await settleUpload(tx, id)
      await settleReading(deps, tx, id, actor.principal.userId)
      await audit(tx, actor, {
        action: 'upload.describe',
        target: { kind: 'upload', id, name: upload.name },
        detail: { source: source.path },
      })
    },
    { timeout: 60_000 },
  )
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

function answeredToo(
  upload: UploadWithSources,
  source: SourceModel,
  { settings, alike }: SourceChange,
): SourceModel[] {
  if (!settings) return []
  if (alike) return asking(upload, source)
  return settings.startedAt === undefined ? [] : sameRun(upload, source)
}

/** The included sources of the same kind in which one of its questions is asked too. */
function asking(upload: UploadWithSources, source: SourceModel): SourceModel[] {
  const asked = stateOf(source).questions.map(({ id }) => id)
  return upload.sources.filter(
    (other) =>
      other.id !== source.id &&
      other.kind === source.kind &&
      other.included &&
      stateOf(other).questions.some(({ id }) => id !== 'domain' && asked.includes(id)),
  )
}

/** Where one run writes several files into a folder, they all have the same start. */
function sameRun(upload: UploadWithSources, source: SourceModel): SourceModel[] {
  if (!findFormat(source.kind)?.severalFilesPerRun) return []
  return upload.sources.filter(
    (other) =>
      other.id !== source.id &&
      other.kind === source.kind &&
      dirname(other.path) === dirname(source.path),
  )
}

async function describeAgain(
  deps: Deps,
  tx: Tx,
  {
    upload,
    source,
    change,
    known,
  }: { upload: UploadWithSources; source: SourceModel; change: SourceChange; known: KnownHost },
): Promise<void> {
  const state = stateOf(source)
  const file = upload.files.find((row) => row.id === source.fileId)!
  const given = Object.entries(change.settings ?? {}).filter(([, value]) => value !== undefined)
  const settings: SourceSettings = { ...state.settings, ...Object.fromEntries(given) }
  const head = await readHead(deps.config, file, source.path).catch((error) => {
    // A damaged file has no beginning to read, so it stays refused for the same reason.
    if (error instanceof TraceError) return null
    throw error
  })
  if (!head || state.trouble?.code === 'duplicate-file') throw sourceRefused(source)
  const detection = detect(head, settings, change)
  const described = await describeSource({
    path: source.path,
    detection,
    settings,
    said: merge(state.domains, change.domains),
    facts: state.facts,
    known,
    lines: upToLastLine(head.head, head.whole),
  })
  if (described.state.trouble && change.included) throw sourceRefused(source)
  refuseUnknownNames(described.state.domains, change)
  described.state.leftOut = state.leftOut
  const healed = state.trouble !== null && described.state.trouble === null
  described.state.includedSaid = change.included !== undefined || state.includedSaid
  await tx.source.update({
    where: { id: source.id },
    data: {
      kind: described.kind,
      ...columnsOf(described.state),
      spec: jsonOrNull(described.spec),
      included:
        described.state.trouble === null &&
        (change.included ?? (source.included || (healed && !state.includedSaid))),
      report: Prisma.DbNull,
    },
  })
}

function sourceRefused({ path }: SourceModel): AppError {
  return new AppError('unprocessable', `${path} was refused, so it cannot be included.`, {
    code: 'source-refused',
  })
}

function detect(
  { member, head }: { member: MemberInfo; head: Buffer },
  settings: SourceSettings,
  change: SourceChange,
): Detection {
  try {
    const detection = detectSource(member, head, answersOf(settings))
    if (detection.kind === 'unknown' && change.settings?.logFormat) {
      throw invalid('body.settings.logFormat', detection.reason)
    }
    return detection
  } catch (error) {
    if (!(error instanceof TraceError)) throw error
    const field = change.settings?.timeZone ? 'timeZone' : 'logFormat'
    const help = [error.message, error.expected && `Expected: ${error.expected}.`, error.fix]
    throw invalid(`body.settings.${field}`, help.filter(Boolean).join(' '))
  }
}

function merge(earlier: readonly DomainMatch[], said: SourceChange['domains'] = []): DomainMatch[] {
  const now = said.map(({ found, domain }) => ({ found, domain, said: true }))
  const kept = earlier.filter((match) => !now.some((match_) => match_.found === match.found))
  return [...kept, ...now]
}

function refuseUnknownNames(matches: readonly DomainMatch[], { domains = [] }: SourceChange): void {
  const index = domains.findIndex(({ found }) => !matches.some((match) => match.found === found))
  if (index >= 0) throw invalid(`body.domains.${index}.found`, 'is not found in this source')
}
