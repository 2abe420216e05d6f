import { createHash } from 'node:crypto'
import { type Files, putFile } from './files.ts'

export interface Moved {
  files: number
  bytes: number
  /** Of these files, those that were there already. */
  before: number
}

/**
 * Copies every file to another place and reads each again there. What was copied before is not copied
 * again, so a move that was cut off goes on.
 * @param removed takes the files away from the first place once all are in the other one
 * @throws Error when a file is not the same there; nothing is taken away then
 */
export async function moveFiles(from: Files, to: Files, removed: boolean): Promise<Moved> {
  await Promise.all([from.check(), to.check()])
  const moved: Moved = { files: 0, bytes: 0, before: 0 }
  const ids: string[] = []
  for await (const { id, bytes } of from.list()) {
    if (await isSame(from, to, id, bytes)) moved.before++
    else {
      await to.remove([id])
      await putFile(to, id, from.read(id))
      if (!(await isSame(from, to, id, bytes)))
        throw new Error(`${id} differs in ${to.place}. Is Steelyard running? Stop it first.`)
    }
    moved.files++
    moved.bytes += bytes
    ids.push(id)
  }
  if (removed) await from.remove(ids)
  return moved
}

async function isSame(from: Files, to: Files, id: string, bytes: number): Promise<boolean> {
  const there = await to.stat(id)
  if (there?.bytes !== bytes) return false
  const [one, other] = await Promise.all([hashOf(from, id), hashOf(to, id)])
  return one === other
}

async function hashOf(files: Files, id: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of files.read(id)) hash.update(chunk)
  return hash.digest('hex')
}
