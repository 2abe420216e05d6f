import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'

const COMPLETE = '.complete'

/** Python or a package is not to be had here; the message says which command failed, and how. */
export class PythonEnvironmentError extends Error {
  override readonly name = 'PythonEnvironmentError'
}

/**
 * Creates a virtual environment with the packages of the entrant's requirements.txt, once, and
 * keeps it in the user's cache.
 * @returns the directory of its programs; null for an entrant without requirements
 * @throws PythonEnvironmentError with the reason when it cannot be created
 */
export async function pythonEnvironment(
  directory: string,
  onProgress: (what: string) => void,
): Promise<string | null> {
  const requirements = path.join(directory, 'requirements.txt')
  const wanted = await readFile(requirements, 'utf8').catch(() => null)
  if (wanted === null) return null
  const key = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  const environment = path.join(
    process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'),
    'steelyard',
    'entrants',
    `${path.basename(directory)}-${key}`,
  )
  const programs = path.join(environment, 'bin')
  const complete = path.join(environment, COMPLETE)
  if (await exists(complete)) return programs
  onProgress(`Installing ${wanted.trim().split('\n').join(', ')} for ${path.basename(directory)}`)
  await rm(environment, { recursive: true, force: true })
  await mkdir(path.dirname(environment), { recursive: true })
  run('python3', ['-m', 'venv', environment])
  run(path.join(programs, 'python'), ['-m', 'pip', 'install', '--quiet', '-r', requirements])
  await writeFile(complete, '')
  return programs
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return
  const said = error?.message ?? stderr.trim().split('\n').at(-1)
  const failed = `${path.basename(command)} ${args.slice(0, 3).join(' ')} failed`
  throw new PythonEnvironmentError(`${failed}: ${said}`)
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
