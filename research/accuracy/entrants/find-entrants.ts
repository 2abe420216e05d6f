import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { PythonEnvironmentError, pythonEnvironment } from '../../../bench/index.ts'
import { AccuracyError } from '../accuracy-error.ts'
import type { Entrant } from './entrant.ts'

const REGISTRY = path.resolve(import.meta.dirname, '../../entrants')

const About = z.strictObject({
  title: z.string().min(1),
  standing: z.string().min(1),
  command: z.string().min(1),
})

export interface FoundEntrants {
  entrants: Entrant[]
  /** Sentences that name the entrants that cannot run here, and why. */
  missing: string[]
}

/** Finds the entrants in research/entrants and installs their packages outside the repository. */
export async function registeredEntrants(
  onProgress: (what: string) => void,
  registry = REGISTRY,
): Promise<FoundEntrants> {
  const found: FoundEntrants = { entrants: [], missing: [] }
  const folders = (await readdir(registry, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
  for (const id of folders.sort()) {
    const workingDirectory = path.join(registry, id)
    const about = await readAbout(path.join(workingDirectory, 'entrant.json'), id)
    try {
      const programs = await pythonEnvironment(workingDirectory, onProgress)
      found.entrants.push({ id, ...about, workingDirectory, ...(programs ? { programs } : {}) })
    } catch (error) {
      if (!(error instanceof PythonEnvironmentError)) throw error
      found.missing.push(`The entrant ${id} was left out: ${error.message}`)
    }
  }
  return found
}

async function readAbout(file: string, id: string): Promise<z.infer<typeof About>> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new AccuracyError(`The entrant ${id} has no entrant.json.`)
  })
  const { data, error } = About.safeParse(JSON.parse(text))
  if (data) return data
  const [issue] = error.issues
  throw new AccuracyError(
    `research/entrants/${id}/entrant.json: ${issue!.path.join('.')}: ${issue!.message}`,
  )
}

/** Parses `NAME=COMMAND`, or a command alone, which is named entrant-1 and so on. */
export function givenEntrants(given: readonly string[]): Entrant[] {
  return given.map((text, index) => {
    const [, name, named] = /^([a-z][a-z0-9-]*)=(.+)$/.exec(text) ?? []
    return {
      id: name ?? `entrant-${index + 1}`,
      title: name ?? `Entrant ${index + 1}`,
      standing: `given: ${named ?? text}`,
      command: named ?? text,
      workingDirectory: process.cwd(),
    }
  })
}
