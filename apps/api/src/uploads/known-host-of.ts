import {
  type EnrolledHost,
  type KnownHost,
  knownHost,
  type SavedXlOutput,
} from '@steelyard/analysis'
import type { Recording } from '@steelyard/traces'
import type { HostInventory } from '@steelyard/xen'
import type { SourceModel } from '../generated/prisma/models.ts'
import { savedXlOutput } from './saved-xl-output.ts'
import { xlOutput as storedXl } from './stored-source.ts'
import type { UploadWithSources } from './upload-row.ts'

/** What an inspected upload reveals about its host. */
export function knownHostOf({ recording, sources, host }: UploadWithSources): KnownHost {
  return knownHost({
    recording: recording as Recording | null,
    xl: savedXlOutputs(sources),
    host: enrolledHost(host),
  })
}

/** The host as its row describes it. Null when the upload belongs to none. */
export function enrolledHost(
  row: (Omit<EnrolledHost, 'inventory'> & { inventory: unknown }) | null,
): EnrolledHost | null {
  return row && { ...row, inventory: row.inventory as HostInventory | null }
}

/** The saved xl output among the sources, except what was left out. */
export function savedXlOutputs(
  sources: readonly Pick<SourceModel, 'path' | 'included' | 'xlOutput'>[],
): SavedXlOutput[] {
  return sources.flatMap(({ path, included, xlOutput }) => {
    const output = storedXl.readIfAny(xlOutput)
    return included && output ? [savedXlOutput(path, output)] : []
  })
}
