import { findEstimator } from '@steelyard/analysis'
import type { AnalysisOptions, NewAnalysisOptions, SlaTarget, Statistic } from '@steelyard/contract'
import { type Actor, isSystem } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Prisma, Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict, invalid, unprocessable } from '../errors.ts'
import type { HostModel, JobModel } from '../generated/prisma/models.ts'
import { holdUpload } from '../uploads/hold-upload.ts'
import { openQuestions } from '../uploads/open-questions.ts'
import { type UploadWithSources, uploadState } from '../uploads/upload-row.ts'
import { type AnalysisWithUploads, loadAnalysis } from './analysis-row.ts'
import { runAnalysisKind } from './run-analysis.kind.ts'
import { checkWatched, type WatchedRange } from './watched/check-watched.ts'
import { watchedName } from './watched/watched-name.ts'

export interface NewAnalysis {
  hostId: string
  uploadIds: string[]
  /** The range of the host's watch to analyse, instead of uploads. */
  watched?: { from: string; to: string } | null
  name?: string | undefined
  targets: SlaTarget[]
  options: NewAnalysisOptions
}

/**
 * Stores the analysis and enqueues it for the worker.
 * @throws AppError `invalid` for an unknown host or upload and for an impossible option;
 *   `upload-not-ready`, `open-questions` (with the list), `nothing-included`, `nothing-watched`
 */
export async function createAnalysis(
  deps: Deps,
  actor: Actor,
  input: NewAnalysis,
): Promise<{ analysis: AnalysisWithUploads; job: JobModel }> {
  return deps.db.$transaction((tx) => createAnalysisIn(tx, deps, actor, input))
}

/** Does the same in the caller's transaction. */
export async function createAnalysisIn(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  input: NewAnalysis,
): Promise<{ analysis: AnalysisWithUploads; job: JobModel }> {
  checkOptions(input)
  const host = await tx.host.findUnique({ where: { id: input.hostId } })
  if (!host) throw invalid('body.hostId', 'there is no such host')
  // Locked in the order of their ids, so that two analyses of the same uploads cannot deadlock.
  const uploads: UploadWithSources[] = []
  for (const id of [...new Set(input.uploadIds)].sort()) uploads.push(await hold(tx, id, input))
  const watched = input.watched ? await checkWatched(tx, host.id, input.watched) : null
  if (!watched) checkUploads(uploads)
  const name = input.name ?? nameOf(uploads, watched)
  const { id } = await tx.analysis.create({
    data: {
      name,
      hostId: host.id,
      options: withHostsTargets(input.options, host) as Prisma.InputJsonObject,
      targets: { create: input.targets.map((target, position) => ({ ...target, position })) },
      createdById: actor.principal.userId,
      watchedFrom: watched?.from ?? null,
      watchedTo: watched?.to ?? null,
      uploads: { connect: uploads.map((upload) => ({ id: upload.id })) },
    },
  })
  const job = await deps.queue.enqueue(
    tx,
    runAnalysisKind,
    { analysisId: id },
    {
      subject: { kind: 'analysis', id },
      createdById: actor.principal.userId,
      inBackground: isSystem(actor),
    },
  )
  await tx.analysis.update({ where: { id }, data: { jobId: job.id } })
  const detail = {
    host: host.name,
    uploads: uploads.map((upload) => upload.id),
    ...(input.watched ? { watched: input.watched } : {}),
  }
  await audit(tx, actor, {
    action: 'analysis.create',
    target: { kind: 'analysis', id, name },
    detail,
  })
  const analysis = await loadAnalysis(tx, id)
  return { analysis, job: analysis.job! }
}

function nameOf(uploads: readonly UploadWithSources[], watched: WatchedRange | null): string {
  if (watched) return watchedName(watched)
  return uploads
    .map((upload) => upload.name)
    .join(', ')
    .slice(0, 120)
}

/** Unless asked otherwise, targets mean what the operator chose for the host. */
function withHostsTargets(
  { targetStatistic, targetWindowSeconds, ...options }: NewAnalysisOptions,
  host: HostModel,
): AnalysisOptions {
  return {
    ...options,
    targetStatistic: targetStatistic ?? (host.targetStatistic as Statistic),
    targetWindowSeconds:
      targetWindowSeconds === undefined ? host.targetWindowSeconds : targetWindowSeconds,
  }
}

function checkOptions({ targets, options }: NewAnalysis): void {
  const twice = duplicate(targets.map((target) => target.domain))
  if (twice) throw invalid('body.targets', `${twice} has two targets`)
  const { range, bounds, stepShare, estimator } = options
  if (estimator !== 'best' && !findEstimator(estimator)) {
    throw invalid('body.options.estimator', 'must be `best` or an id that GET /estimators lists')
  }
  if (range && Date.parse(range.from) >= Date.parse(range.to)) {
    throw invalid('body.options.range', 'ends before it begins')
  }
  if (Math.abs(1 / stepShare - Math.round(1 / stepShare)) > 1e-9) {
    throw invalid('body.options.stepShare', 'must divide 1, such as 0.05, 0.1 or 0.125')
  }
  const wrong = bounds.findIndex((b) => (b.minShare ?? 0) > (b.maxShare ?? 1))
  if (wrong >= 0) throw invalid(`body.options.bounds.${wrong}`, 'the minimum exceeds the maximum')
}

function duplicate(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index)
}

async function hold(tx: Tx, id: string, input: NewAnalysis): Promise<UploadWithSources> {
  const exists = await tx.upload.findUnique({ where: { id }, select: { id: true } })
  if (!exists)
    throw invalid(`body.uploadIds.${input.uploadIds.indexOf(id)}`, 'there is no such upload')
  return holdUpload(tx, id)
}

function checkUploads(uploads: readonly UploadWithSources[]): void {
  for (const upload of uploads) {
    if (uploadState(upload) === 'ready') continue
    throw conflict(
      'upload-not-ready',
      `${upload.name} is ${uploadState(upload)}: inspect it first, or leave it out.`,
    )
  }
  const open = uploads.flatMap((upload) => openQuestions(upload.sources))
  if (open.length > 0) {
    throw unprocessable(
      'open-questions',
      `Answer the open questions first. ${open.map((question) => question.text).join(' ')}`,
    )
  }
  const readable = uploads.some((u) => u.sources.some((s) => s.included && s.spec !== null))
  if (!readable) throw unprocessable('nothing-included', 'There is no source left to analyse.')
}
