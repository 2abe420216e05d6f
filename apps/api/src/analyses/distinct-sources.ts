import type { SourceModel } from '../generated/prisma/models.ts'
import { canonical } from '../uploads/observations/observation-key.ts'
import { stateOf } from '../uploads/source-state.ts'

/**
 * The sources without those of later uploads that have the same content and are read in the same way:
 * whoever uploads a host twice sends some files twice. Two guests may have equal logs, which are read
 * for one each. Files that only overlap are told apart request by request when they are read.
 */
export function distinctSources(sources: readonly SourceModel[]): {
  distinct: SourceModel[]
  copies: SourceModel[]
} {
  const seen = new Map<string, string>()
  const copies = sources.filter((source) => {
    const { contentKey } = stateOf(source).facts
    if (!contentKey) return false
    const key = `${contentKey} ${canonical(source.spec)}`
    const uploadId = seen.get(key)
    if (uploadId === undefined) seen.set(key, source.uploadId)
    return uploadId !== undefined && uploadId !== source.uploadId
  })
  return { distinct: sources.filter((source) => !copies.includes(source)), copies }
}
