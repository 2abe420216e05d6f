import { type KnownHost, knownHost, type SavedXlOutput } from '@steelyard/analysis'
import type { Trouble } from '@steelyard/contract'
import {
  type Detection,
  detectSource,
  formatOf,
  type Recording,
  TraceError,
} from '@steelyard/traces'
import { readXlOutput } from '@steelyard/xen'
import type { Tx } from '../../db.ts'
import type { UploadFileModel } from '../../generated/prisma/models.ts'
import { handleJob, type JobContext } from '../../jobs/handle-job.ts'
import { holdOwnJob } from '../../jobs/hold-own-job.ts'
import { enrolledHost } from '../known-host-of.ts'
import { settleReading } from '../readings/settle-reading.ts'
import { savedXlOutput } from '../saved-xl-output.ts'
import {
  columnsOf,
  jsonOrNull,
  noFacts,
  nothingSaid,
  type SourceState,
  stateOf,
} from '../source-state.ts'
import { troubleOf } from '../trace-trouble.ts'
import { uploadProblem } from '../upload-problem.ts'
import { loadUpload, type UploadWithSources } from '../upload-row.ts'
import { alignTraces } from './align-traces.ts'
import { type Candidate, chooseSources } from './choose-sources.ts'
import { describeSource } from './describe-source.ts'
import { type FoundSource, findRecording, inspectFiles } from './inspect-files.ts'
import { inspectUploadKind } from './inspect-upload.kind.ts'
import { fromFirstLine, previewSource, upToLastLine } from './preview-source.ts'
import { endOf, FileHash } from './read-members.ts'
import { recordedFormat, recordedLog } from './recorded-format.ts'
import { answersOf } from './said-of.ts'

type Context = JobContext<{ uploadId: string }>
type Drafted = Candidate & { fileId: string; trouble: Trouble | null }

/** Recognises everything in an upload and stores all findings in one transaction at the end. */
export const inspectUpload = handleJob(inspectUploadKind, async (context) => {
  const { deps, payload } = context
  const upload = await loadUpload(deps.db, payload.uploadId)
  const hashes = await hashFiles(context, filesOfOneSize(upload.files))
  const copies = copiesAmong(upload.files, hashes)
  const originals = upload.files.filter((file) => !copies.has(file.id))
  const inspect = (files: readonly UploadFileModel[]) =>
    inspectFiles(deps.files, files, hashes, {
      signal: context.signal,
      onBytes: (done) => report(context, 'Recognising files', done, files),
    })
  const found = await inspect(originals)
  const recording = findRecording(found)
  // Two guests that got the same requests may have equal logs, which are not copies.
  const logs = upload.files.filter(({ id, name }) => copies.has(id) && recordedLog(recording, name))
  for (const { id } of logs) copies.delete(id)
  found.push(...(await inspect(logs)))
  const known = knownHost({
    recording,
    xl: findXlOutputs(found, upload),
    host: enrolledHost(upload.host),
  })
  const drafts: Drafted[] = []
  for (const source of found) drafts.push(await draftSource(source, upload, known))
  chooseSources(drafts)
  await alignTraces(context, upload, drafts, known)
  keepWhatWasSaid(drafts, upload)
  for (const [fileId, original] of copies) {
    drafts.push(copyOf(upload.files.find((file) => file.id === fileId)!, original))
  }
  drafts.sort((a, b) => (a.path < b.path ? -1 : 1))
  await deps.db.$transaction((tx) => store(tx, context, upload, { drafts, hashes, recording }), {
    timeout: 120_000,
  })
  return { sources: drafts.length, recognised: drafts.filter((draft) => draft.included).length }
})

function report(
  { progress }: Context,
  stage: string,
  done: number,
  files: readonly UploadFileModel[],
): void {
  const total = files.reduce((sum, file) => sum + Number(file.sizeBytes), 0)
  progress({ stage, done, total, unit: 'bytes' })
}

/**
 * Only these can be copies of each other, and their hashes must be known before they are read. Of all
 * others the hash comes with the reading.
 */
function filesOfOneSize(files: readonly UploadFileModel[]): UploadFileModel[] {
  const count = new Map<bigint, number>()
  for (const { sizeBytes } of files) count.set(sizeBytes, (count.get(sizeBytes) ?? 0) + 1)
  return files.filter(({ sizeBytes }) => count.get(sizeBytes)! > 1)
}

async function hashFiles(
  context: Context,
  files: readonly UploadFileModel[],
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  let before = 0
  for (const file of files) {
    const onBytes = (bytes: number) => report(context, 'Checking files', before + bytes, files)
    const { signal } = context
    const hash = await new FileHash().finish(context.deps.files, file, { signal, onBytes })
    hashes.set(file.id, hash)
    before += Number(file.sizeBytes)
  }
  return hashes
}

/** Finds files that are identical, byte by byte, to an earlier file of the upload. */
function copiesAmong(
  files: readonly UploadFileModel[],
  hashes: ReadonlyMap<string, string>,
): Map<string, UploadFileModel> {
  const first = new Map<string, UploadFileModel>()
  const copies = new Map<string, UploadFileModel>()
  for (const file of files) {
    const hash = hashes.get(file.id)
    if (hash === undefined) continue
    const original = first.get(hash)
    if (original) copies.set(file.id, original)
    else first.set(hash, file)
  }
  return copies
}

/** The saved xl output, except what the operator left out at an earlier inspection. */
function findXlOutputs(found: readonly FoundSource[], upload: UploadWithSources): SavedXlOutput[] {
  return found.flatMap(({ fileId, path, ends, detection }) => {
    const row = earlierRow(upload, fileId, path)
    if (!ends || detection?.kind !== 'xl-output' || (row && !row.included)) return []
    const lines = upToLastLine(ends.head, ends.whole)
    return [savedXlOutput(path, readXlOutput(lines.toString('utf8')))]
  })
}

async function draftSource(
  source: FoundSource,
  upload: UploadWithSources,
  known: KnownHost,
): Promise<Drafted> {
  const { fileId, path, ends, trouble } = source
  if (!ends || !source.detection) return refused(fileId, path, trouble)
  const earlier = earlierState(upload, fileId, path)
  const lines = upToLastLine(ends.head, ends.whole)
  const settings = { ...(earlier?.settings ?? nothingSaid) }
  settings.logFormat ??= await recordedFormat(source.detection, known.recording, path, lines)
  let detection: Detection
  try {
    detection = detectSource(ends.member, ends.head, answersOf(settings), endOf(ends))
  } catch (error) {
    if (!(error instanceof TraceError)) throw error
    return refused(fileId, path, troubleOf(error, path))
  }
  const described = await describeSource({
    path,
    detection,
    settings,
    said: earlier?.domains ?? [],
    facts: {
      ...noFacts,
      contentKey: ends.contentKey,
      modifiedAtEpochSeconds: ends.member.modifiedAt
        ? ends.member.modifiedAt.getTime() / 1000
        : null,
      lengthSeconds: await lengthOf(source),
      trace: ends.trace,
      ...(isOfLines(detection) ? { end: endOf(ends).toString('base64') } : {}),
    },
    known,
    lines,
  })
  if (trouble) described.state.trouble = trouble
  const included = described.kind !== 'unknown' && described.state.trouble === null
  return { ...described, fileId, path, included, trouble: described.state.trouble }
}

/** What may be an access log, in whatever format, is described again by its two ends. */
function isOfLines({ kind }: Detection): boolean {
  return kind === 'access-log' || kind === 'unknown'
}

/** A trace that counts from its own start: its last row or record shows how long it ran. */
async function lengthOf({ detection, ends, path }: FoundSource): Promise<number | null> {
  const trace = ends?.trace
  if (trace) return trace.tscHz && trace.cycles / trace.tscHz
  const isTrace = ends && detection && detection.kind !== 'unknown' && detection.spec !== null
  if (!isTrace || formatOf(detection).clock !== 'elapsed') return null
  const lines = ends.whole ? ends.tail : fromFirstLine(ends.tail)
  const { report: seen } = await previewSource(detection.spec, lines, path)
  return seen?.lastAtEpochSeconds ?? null
}

function refused(fileId: string, path: string, trouble: Trouble | null): Drafted {
  const state: SourceState = {
    detection: null,
    title: 'Refused',
    settings: nothingSaid,
    domains: [],
    questions: [],
    warnings: [],
    leftOut: null,
    trouble,
    includedSaid: false,
    facts: noFacts,
    xlOutput: null,
  }
  return {
    fileId,
    path,
    kind: 'unknown',
    state,
    spec: null,
    preview: null,
    included: false,
    trouble,
  }
}

function copyOf(file: UploadFileModel, original: UploadFileModel): Drafted {
  return refused(file.id, file.name, {
    code: 'duplicate-file',
    message: `This file is byte for byte identical to ${original.name}; it is counted once.`,
    where: { path: file.name },
    fix: 'Nothing needs to be done; you may remove it.',
  })
}

function earlierRow(upload: UploadWithSources, fileId: string, path: string) {
  return upload.sources.find((source) => source.fileId === fileId && source.path === path)
}

function earlierState(upload: UploadWithSources, fileId: string, path: string): SourceState | null {
  const row = earlierRow(upload, fileId, path)
  return row ? stateOf(row) : null
}

/** An operator's choice to include a source or leave it out also applies to the next inspection. */
function keepWhatWasSaid(drafts: readonly Drafted[], upload: UploadWithSources): void {
  for (const draft of drafts) {
    const row = upload.sources.find((s) => s.fileId === draft.fileId && s.path === draft.path)
    if (!row?.includedSaid || draft.trouble !== null) continue
    draft.included = row.included
    draft.state.includedSaid = true
  }
}

async function store(
  tx: Tx,
  context: Context,
  upload: UploadWithSources,
  found: {
    drafts: readonly Drafted[]
    hashes: ReadonlyMap<string, string>
    recording: Recording | null
  },
): Promise<void> {
  await holdOwnJob(tx, context)
  const { id } = upload
  for (const [fileId, sha256] of found.hashes) {
    const file = upload.files.find((f) => f.id === fileId)!
    await tx.uploadFile.update({
      where: { id: fileId },
      data: { sha256, state: 'complete', receivedBytes: file.sizeBytes },
    })
  }
  await tx.source.deleteMany({ where: { uploadId: id } })
  await tx.source.createMany({
    data: found.drafts.map((draft, position) => ({
      uploadId: id,
      fileId: draft.fileId,
      path: draft.path,
      position,
      kind: draft.kind,
      ...columnsOf(draft.state),
      spec: jsonOrNull(draft.spec),
      included: draft.included,
    })),
  })
  const problem = uploadProblem(found.drafts)
  await tx.upload.update({
    where: { id },
    data: {
      state: problem ? 'refused' : 'ready',
      recording: jsonOrNull(found.recording),
      problem: jsonOrNull(problem),
    },
  })
  await settleReading(context.deps, tx, id, upload.createdById)
}
