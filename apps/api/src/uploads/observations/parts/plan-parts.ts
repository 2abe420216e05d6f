import { formatOf, isPlainLines, nameOf } from '@steelyard/traces'
import type { Files } from '../../../files/files.ts'
import type { SourceModel, UploadFileModel } from '../../../generated/prisma/models.ts'
import { asUploaded } from '../../stored-file.ts'
import { sourceSpec } from '../../stored-source.ts'
import type { LogPart } from './read-part.kind.ts'

/** A part with less is read sooner than another worker could take it up. */
const LEAST_BYTES = 4 * 2 ** 20
/** A plain log that is larger is read in ranges of this length. */
export const RANGE_BYTES = 256 * 2 ** 20

export interface PartPlan {
  /** Read first and where all is put together: CPU traces, and logs that stand in one file with them. */
  here: UploadFileModel[]
  /** In the order in which they are put together. */
  parts: LogPart[]
}

interface LogFile {
  file: UploadFileModel
  sources: SourceModel[]
}

/**
 * Divides logs into parts that can be read at the same time. Logs of one domain stay together,
 * because a request that stands in two of them counts once. The parts depend on the files alone, so
 * that the same files always give the same result, however many workers read them.
 */
export async function planParts(
  store: Files,
  files: readonly UploadFileModel[],
  sources: readonly SourceModel[],
): Promise<PartPlan> {
  const all = files
    .map((file) => ({ file, sources: sources.filter(({ fileId }) => fileId === file.id) }))
    .filter(({ sources: its }) => its.length > 0)
  const isTrace = (each: LogFile) =>
    each.sources.some(({ spec }) => formatOf(sourceSpec.read(spec)).observes === 'cpu')
  const groups = groupsOf(all)
  const apart = groups.filter((group) => !group.some(isTrace) && bytesOf(group) >= LEAST_BYTES)
  const parts = (await Promise.all(apart.map((group) => partsOf(store, group)))).flat()
  const together = parts.length < 2 ? all : groups.filter((it) => !apart.includes(it)).flat()
  // Where logs cover more time than the builder has windows for, it keeps those near the CPU trace.
  const here = together.toSorted((a, b) => Number(isTrace(b)) - Number(isTrace(a)))
  return { here: here.map(({ file }) => file), parts: parts.length < 2 ? [] : parts }
}

function bytesOf(group: readonly LogFile[]): number {
  return group.reduce((sum, { file }) => sum + Number(file.sizeBytes), 0)
}

/** Files that may hold the same requests, directly or through others, in one group. */
function groupsOf(files: readonly LogFile[]): LogFile[][] {
  let groups: { files: LogFile[]; domains: Set<string> }[] = []
  for (const file of files) {
    const domains = new Set(file.sources.flatMap(domainsOf))
    const [near, far] = [[] as typeof groups, [] as typeof groups]
    for (const group of groups)
      ([...domains].some((domain) => group.domains.has(domain)) ? near : far).push(group)
    const joined = {
      files: [...near.flatMap((group) => group.files), file],
      domains: new Set([...domains, ...near.flatMap((group) => [...group.domains])]),
    }
    groups = [...far, joined]
  }
  return groups.map((group) => group.files)
}

function domainsOf({ spec: stored }: SourceModel): string[] {
  const spec = sourceSpec.read(stored)
  const { observes } = formatOf(spec)
  if (observes === 'cpu' || !('domainBy' in spec)) return [observes]
  const by = spec.domainBy
  const names = by.by === 'fixed' ? [nameOf(by.domain)] : Object.values(by.map)
  return names.map((name) => `${observes} ${name}`)
}

async function partsOf(store: Files, group: readonly LogFile[]): Promise<LogPart[]> {
  const sources = group.flatMap((each) =>
    each.sources.map(({ id, fileId, path, spec }) => ({
      id,
      fileId,
      path,
      spec: sourceSpec.read(spec) as object as LogPart['sources'][number]['spec'],
    })),
  )
  const [first] = group
  const bytes = bytesOf(group)
  const isLong = group.length === 1 && bytes > RANGE_BYTES && first?.sources.length === 1
  const isLog = isLong && first.sources[0]!.kind === 'access-log'
  if (!isLog || !(await isPlainLines(asUploaded(store, first.file).content, first.file.name)))
    return [{ sources, bytes: null }]
  return Array.from({ length: Math.ceil(bytes / RANGE_BYTES) }, (_, i) => ({
    sources,
    bytes: { from: i * RANGE_BYTES, to: Math.min((i + 1) * RANGE_BYTES, bytes) },
  }))
}
