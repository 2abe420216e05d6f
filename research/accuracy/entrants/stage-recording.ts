import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Copies a recording for an entrant to a temporary directory that reveals neither its name nor its
 * origin. The copy omits the clients' times, which are the truth.
 * @returns the parent, which the caller removes after use, and the copy in it
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
