import { dirname } from 'node:path/posix'
import type { SourceSettings } from '@steelyard/contract'
import { findFormat } from '@steelyard/traces'
import type { SourceModel } from '../../generated/prisma/models.ts'
import { stateOf } from '../source-state.ts'
import type { UploadWithSources } from '../upload-row.ts'

export interface SourceChange {
  included?: boolean | undefined
  settings?: Partial<{ [K in keyof SourceSettings]: SourceSettings[K] | undefined }> | undefined
  domains?: { found: string; domain: string | null }[] | undefined
  /** The settings also answer the same question of other sources of this kind. */
  alike?: boolean | undefined
}

/** The other sources that the same settings answer. */
export function answeredToo(
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
