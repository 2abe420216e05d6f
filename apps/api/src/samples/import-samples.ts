import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { AnalysisOptions } from '@steelyard/contract'
import pg from 'pg'
import { systemActor } from '../access/actor.ts'
import { createAnalysis } from '../analyses/create-analysis.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { putFile } from '../files/files.ts'
import { watchJob } from '../jobs/watch-job.ts'
import { startInspection } from '../uploads/start-inspection.ts'
import { loadUpload, uploadState } from '../uploads/upload-row.ts'
import { uuidV7 } from '../uuid.ts'
import {
  SAMPLE_HOST_NAME,
  sampleRecordings,
  sampleTargets,
  shippedSamplesDir,
} from './sample-recordings.ts'

const actor = systemActor('worker')
/** Any fixed number will do. The lock keeps two workers that start together from both importing. */
const IMPORT_LOCK = 0x5a3b1e5

interface SampleFile {
  id: string
  name: string
  sizeBytes: number
  modifiedAt: Date
}

/**
 * Shows an installation without hosts what an analysis looks like: the shipped recordings are
 * processed like every upload. This happens once in the life of a database. A worker that was
 * interrupted continues where it stopped, and samples that an operator has deleted do not come
 * back.
 */
export async function importSamples(deps: Deps, signal: AbortSignal): Promise<void> {
  await unlessLocked(deps.config.databaseUrl, IMPORT_LOCK, () => importAll(deps, signal))
}

async function importAll(deps: Deps, signal: AbortSignal): Promise<void> {
  const hostId = (await beginImport(deps)) ?? (await sampleHostId(deps))
  if (!hostId) return
  const uploads = await deps.db.upload.findMany({ where: { hostId }, orderBy: { id: 'asc' } })
  for (const { id, name } of uploads) {
    const recording = sampleRecordings.find((each) => each.name === name)
    if (!recording || (await wasAnalysed(deps, id))) continue
    await inspect(deps, id, signal)
    if (recording.isAnalysed) await analyse(deps, hostId, id)
  }
}

async function sampleHostId({ db }: Deps): Promise<string | null> {
  const host = await db.host.findFirst({ where: { isSample: true }, select: { id: true } })
  return host?.id ?? null
}

/** Creates the host, targets, uploads and their files. Null when there is nothing to import. */
async function beginImport(deps: Deps): Promise<string | null> {
  if (!(await isWanted(deps.db))) return null
  const recordings: { name: string; files: SampleFile[] }[] = []
  for (const { folder, name } of sampleRecordings) {
    recordings.push({ name, files: await copyFiles(deps, path.join(shippedSamplesDir, folder)) })
  }
  return deps.db.$transaction(async (tx) => {
    if (!(await isWanted(tx))) return null
    const host = await tx.host.create({
      data: {
        name: SAMPLE_HOST_NAME,
        notes: 'Three shipped recordings of a real Xen host; delete it whenever you like.',
        isSample: true,
        domains: {
          create: sampleTargets.map(({ domain, responseTimeMs }) => ({
            name: domain,
            targetResponseTimeMs: responseTimeMs,
          })),
        },
      },
    })
    for (const { name, files } of recordings) await createSampleUpload(tx, host.id, name, files)
    await audit(tx, actor, {
      action: 'sample.import',
      target: { kind: 'host', id: host.id, name: host.name },
    })
    return host.id
  })
}

async function isWanted(db: Tx): Promise<boolean> {
  const hosts = await db.host.count()
  const earlier = await db.auditEvent.count({ where: { action: 'sample.import' } })
  return hosts === 0 && earlier === 0
}

async function copyFiles(deps: Deps, folder: string): Promise<SampleFile[]> {
  const files: SampleFile[] = []
  const entries = await readdir(folder, { recursive: true })
  for (const name of entries.sort()) {
    const source = path.join(folder, name)
    const stats = await stat(source)
    if (stats.isDirectory()) continue
    const id = uuidV7()
    await putFile(deps.files, id, createReadStream(source))
    files.push({ id, name, sizeBytes: stats.size, modifiedAt: stats.mtime })
  }
  return files
}

async function createSampleUpload(
  tx: Tx,
  hostId: string,
  name: string,
  files: readonly SampleFile[],
): Promise<void> {
  await tx.upload.create({
    data: {
      name,
      hostId,
      files: {
        create: files.map((file) => ({
          id: file.id,
          name: file.name,
          sizeBytes: BigInt(file.sizeBytes),
          receivedBytes: BigInt(file.sizeBytes),
          modifiedAt: file.modifiedAt,
          state: 'complete',
        })),
      },
    },
  })
}

async function inspect(deps: Deps, uploadId: string, signal: AbortSignal): Promise<void> {
  const upload = await loadUpload(deps.db, uploadId)
  if (uploadState(upload) === 'ready') return
  const jobId =
    uploadState(upload) === 'inspecting'
      ? upload.jobId!
      : (await startInspection(deps, actor, uploadId)).job.id
  await watchJob(deps, jobId, signal, () => {})
  signal.throwIfAborted()
}

async function analyse(deps: Deps, hostId: string, uploadId: string): Promise<void> {
  await createAnalysis(deps, actor, {
    hostId,
    uploadIds: [uploadId],
    targets: sampleTargets,
    options: AnalysisOptions.parse({}),
  })
}

/** Checks the audit trail, because the analysis itself may have been deleted since. */
async function wasAnalysed({ db }: Deps, uploadId: string): Promise<boolean> {
  const events = await db.auditEvent.count({
    where: {
      action: 'analysis.create',
      actorKind: 'system',
      detail: { path: ['uploads'], array_contains: [uploadId] },
    },
  })
  return events > 0
}

/**
 * Runs `work` unless another process is running it. The lock belongs to a connection of its own, so
 * it is released as soon as its holder ends or dies.
 * @returns whether this process did the work
 */
async function unlessLocked(
  databaseUrl: string,
  lock: number,
  work: () => Promise<void>,
): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  // If the connection breaks, the work continues, because each of its steps is safe on its own.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS mine', [lock])
    if (rows[0].mine) await work()
    return rows[0].mine
  } finally {
    await client.end().catch(() => {})
  }
}
