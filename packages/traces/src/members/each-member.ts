import { basename } from 'node:path/posix'
import { Readable } from 'node:stream'
import { visible } from '../reading/visible.ts'
import { TraceError } from '../trace-error.ts'
import { UnpackBudget } from './budget.ts'
import {
  type Bytes,
  counted,
  eachPassed,
  gunzip,
  peek,
  unpackedWithin,
  unzstd,
} from './byte-streams.ts'
import { type Container, containerOf, MAGIC_BYTES } from './magic.ts'
import {
  DEFAULT_ARCHIVE_LIMITS,
  type MemberInfo,
  type MemberOptions,
  type MemberVisitor,
  type UploadedFile,
} from './member.ts'
import { type PackedMember, tarMembers } from './tar-members.ts'
import { zipMembers } from './zip-members.ts'

interface Walk {
  file: UploadedFile
  visit: MemberVisitor
  budget: UnpackBudget
  packed: (bytes: number) => void
  signal: AbortSignal | undefined
}

/**
 * Calls `visit` for each member of a file, in order, with a stream of its unpacked bytes: plain,
 * gzip and zstd (several members too), tar, tar.gz, tar.zst, zip, and gzip or zstd inside tar or zip.
 * Archives inside archives are rejected. A visitor need not read to the end; nothing is ever written to disk.
 *
 * @throws TraceError on damage, on a limit, on an unsafe archive, on abort, and what `visit`
 *   throws.
 */
export async function eachMember(
  file: UploadedFile,
  visit: MemberVisitor,
  opts: MemberOptions = {},
): Promise<void> {
  const budget = new UnpackBudget({ ...DEFAULT_ARCHIVE_LIMITS, ...opts.limits }, file.name)
  const packed = (bytes: number) => {
    // The check also applies when the visitor skips a member, which may be very long.
    stopIfAborted(walk)
    const total = budget.addPacked(bytes)
    opts.onBytes?.(total)
  }
  const walk: Walk = { file, visit, budget, packed, signal: opts.signal }
  stopIfAborted(walk)
  const { head, all } = await peek(file.content.read(), MAGIC_BYTES)
  if (containerOf(head, file.name) === 'zip') {
    await all[Symbol.asyncIterator]().return?.()
    await visitArchive(walk, zipMembers(file.content, file.name, packed))
  } else {
    const { onRaw } = opts
    const seen = onRaw ? eachPassed(all, onRaw) : all
    await visitStream(walk, counted(seen, packed))
  }
}

const UNPACK = { gzip: gunzip, zstd: unzstd }

function isCompressed(kind: Container): kind is keyof typeof UNPACK {
  return Object.hasOwn(UNPACK, kind)
}

async function visitStream(walk: Walk, bytes: Bytes): Promise<void> {
  const { name } = walk.file
  let { head, all } = await peek(bytes, MAGIC_BYTES)
  let kind = containerOf(head, name)
  if (isCompressed(kind)) {
    ;({ head, all } = await peek(UNPACK[kind](all, name), MAGIC_BYTES))
    kind = containerOf(head, name)
    if (isCompressed(kind) || kind === 'zip') refuseNested(name)
  }
  const unpacked = unpackedWithin(walk.budget, all)
  if (kind === 'tar') return visitArchive(walk, tarMembers(unpacked, name))
  const { modifiedAt } = walk.file
  await visitOne(walk, { path: name, fileName: basename(name), ...dated(modifiedAt) }, unpacked)
}

async function visitArchive(walk: Walk, members: AsyncIterable<PackedMember>): Promise<void> {
  for await (const packedMember of members) {
    const name = visible(packedMember.name)
    const path = `${walk.file.name}!${name}`
    const member = {
      path,
      fileName: basename(name),
      ...dated(packedMember.modifiedAt),
    }
    let { head, all } = await peek(packedMember.bytes, MAGIC_BYTES)
    let kind = containerOf(head, path)
    if (isCompressed(kind)) {
      ;({ head, all } = await peek(UNPACK[kind](all, path), MAGIC_BYTES))
      kind = containerOf(head, path)
    }
    if (kind !== 'plain') refuseNested(path)
    await visitOne(walk, member, unpackedWithin(walk.budget, all))
  }
}

async function visitOne(walk: Walk, member: MemberInfo, bytes: Bytes): Promise<void> {
  stopIfAborted(walk)
  walk.budget.addMember()
  const stream = Readable.from(bytes, { objectMode: false })
  const abort = () => stream.destroy(abortError(walk))
  walk.signal?.addEventListener('abort', abort, { once: true })
  // A visitor that stops early leaves the stream without a listener, and a later error is then
  // irrelevant.
  stream.on('error', () => {})
  try {
    await walk.visit(member, stream)
    stopIfAborted(walk)
  } finally {
    walk.signal?.removeEventListener('abort', abort)
    stream.destroy()
  }
}

function dated(modifiedAt: Date | undefined): { modifiedAt?: Date } {
  return modifiedAt ? { modifiedAt } : {}
}

function stopIfAborted(walk: Walk): void {
  if (walk.signal?.aborted) throw abortError(walk)
}

function abortError(walk: Walk): TraceError {
  return new TraceError('aborted', `Reading ${walk.file.name} was stopped.`, {
    where: { path: walk.file.name },
  })
}

function refuseNested(path: string): never {
  throw new TraceError('nested-archive', `${path} is an archive inside an archive.`, {
    where: { path },
    expected: 'logs, or logs compressed with gzip or zstd, directly inside one tar or zip',
    fix: 'Unpack the inner archive first.',
  })
}
