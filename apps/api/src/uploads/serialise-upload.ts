import type * as contract from '@steelyard/contract'
import { findFormat, type Recording, visible } from '@steelyard/traces'
import { words } from '@steelyard/words'
import type { SourceModel, UploadFileModel } from '../generated/prisma/models.ts'
import { gaveNothing } from './gave-nothing.ts'
import { knownHostOf } from './known-host-of.ts'
import { openQuestions } from './open-questions.ts'
import { presentHostFacts } from './present-host-facts.ts'
import { type SourceState, stateOf } from './source-state.ts'
import { type UploadRow, type UploadWithSources, uploadState, uploadTrouble } from './upload-row.ts'

export function serialiseUpload(row: UploadWithSources): contract.Upload {
  return {
    ...serialiseUploadSummary(row),
    sources: row.sources.map(serialiseSource),
    hostFacts: presentHostFacts(knownHostOf(row).facts),
    openQuestions: openQuestions(row.sources),
  }
}

export function serialiseUploadSummary(
  row: UploadRow,
): Omit<contract.Upload, 'sources' | 'openQuestions' | 'hostFacts'> {
  const recording = row.recording as Recording | null
  return {
    id: row.id,
    name: row.name,
    state: uploadState(row),
    hostId: row.hostId,
    createdAt: row.createdAt.toISOString(),
    files: row.files.map(serialiseFile),
    recording: recording && {
      description: recording.description,
      startedAt: new Date(recording.startEpochSeconds * 1000).toISOString(),
      phases: recording.phases.length,
    },
    warnings: row.warnings,
    trouble: uploadTrouble(row),
    jobId: row.jobId,
  }
}

function serialiseFile(row: UploadFileModel): contract.UploadFile {
  return {
    id: row.id,
    name: row.name,
    sizeBytes: Number(row.sizeBytes),
    receivedBytes: Number(row.receivedBytes),
    complete: row.state === 'complete',
    sha256: row.sha256,
    modifiedAt: row.modifiedAt?.toISOString() ?? null,
  }
}

function serialiseSource(row: SourceModel): contract.Source {
  const state = stateOf(row)
  const report = row.report as contract.SourceReport | null
  return {
    id: row.id,
    fileId: row.fileId,
    path: row.path,
    kind: row.kind,
    noun: words.uploads.sourceNoun(row.kind),
    observes: findFormat(row.kind)?.observes ?? null,
    adjustable: adjustable(row.kind, state),
    title: state.title,
    included: row.included,
    settings: state.settings,
    domains: state.domains.map(({ found, domain, said, origin }) => ({
      found: visible(found),
      domain,
      origin: said ? { kind: 'operator', path: null } : (origin ?? null),
    })),
    samples: samplesOf(state),
    ...durationsOf(state),
    questions: state.questions,
    warnings: warningsOf(row, state, report),
    trouble: state.trouble,
    report,
  }
}

function warningsOf(
  { included }: SourceModel,
  { warnings, leftOut }: SourceState,
  report: contract.SourceReport | null,
): string[] {
  return [
    ...warnings,
    ...(!included && leftOut ? [leftOut] : []),
    ...(included && report && gaveNothing(report) ? report.notes.slice(0, 1) : []),
  ]
}

/** Any lines may be those of an access log in a custom format; a picture has none. */
function adjustable(kind: string, { detection }: SourceState): contract.Source['adjustable'] {
  if (detection?.kind === 'unknown') return detection.samples.length > 0 ? ['logFormat'] : []
  if (kind === 'unknown') return []
  return (findFormat(kind)?.settings ?? []).map((setting) =>
    setting === 'startEpochSeconds' ? 'startedAt' : setting,
  )
}

function samplesOf({ detection }: SourceState): contract.Source['samples'] {
  if (!detection) return []
  if (detection.kind === 'unknown') return detection.samples.map((raw) => ({ raw, fields: [] }))
  return detection.samples.map(({ raw, fields }) => ({
    raw,
    fields: fields.map(({ name, text, meaning, role }) => ({
      name,
      value: meaning ? `${text} (${meaning})` : text,
      ...(role ? { role } : {}),
    })),
  }))
}

function durationsOf({ detection }: SourceState): Pick<contract.Source, 'durations'> {
  if (!detection || detection.kind === 'unknown' || detection.spec === null) return {}
  const { durations } = detection
  return durations ? { durations: { chosen: durations.chosen, candidates: durations.choices } } : {}
}
