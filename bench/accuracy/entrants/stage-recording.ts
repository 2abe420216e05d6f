import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * A copy of a recording as an entrant may see it, in a temporary directory that tells neither its name nor
 * where it came from: the clients' times, which are the truth, are not in it.
 * @returns the parent, to be removed when nobody needs it any more, and the copy in it
 */
export async function stageRecording(directory: string): Promise<{ parent: string; copy: string }> {
  const parent = await mkdtemp(path.join(tmpdir(), 'steelyard-entrant-'))
  const copy = path.join(parent, 'recording')
  const truth = path.resolve(directory, 'client')
  await cp(directory, copy, {
    recursive: true,
    dereference: true,
    filter: (source) => path.resolve(source) !== truth,
  })
  return { parent, copy }
}
