import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { exitCodeOf } from '../../../scripts/lib/run-command.ts'
import { requireTools } from './required-tools.ts'

/** What is built once and kept. */
interface Recipe {
  what: string
  /** Its `build.sh` takes the place of the result; all files but a README decide what comes out. */
  folder: string
  tools: 'build' | 'compile'
  takes: string
  needsRoot: boolean
}

const IMAGES: Recipe = {
  what: 'images of the Xen test host',
  folder: path.join(import.meta.dirname, '../image'),
  tools: 'build',
  takes: 'about two minutes',
  needsRoot: true,
}
const HYPERVISOR: Recipe = {
  what: 'hypervisor for experiments',
  folder: path.join(import.meta.dirname, '../hypervisor'),
  tools: 'compile',
  takes: 'some four minutes of CPU time',
  needsRoot: false,
}
const FORGOTTEN_AFTER_MS = 14 * 24 * 3600 * 1000

/** Files that the build produces. */
export function filesIn(images: string) {
  const file = (name: string) => path.join(images, name)
  return {
    xen: file('xen'),
    kernel: file('vmlinux'),
    initrd: file('dom0-initrd'),
    disk: file('dom0.ext4'),
    controlKey: file('control-key'),
  }
}

/** Returns the directory with the images of the host. Builds them first if necessary, as root. */
export function ensureImages(): Promise<string> {
  requireTools('run')
  return ensure(IMAGES)
}

/** Returns the hypervisor for experiments. Builds it first if necessary. */
export function ensureHypervisor(): Promise<string> {
  return ensure(HYPERVISOR)
}

/**
 * Returns where the result of a recipe is. Results are kept under a hash of the recipe, so a changed
 * script leads to a new one.
 */
async function ensure(recipe: Recipe): Promise<string> {
  const cache = path.join(
    process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'),
    'steelyard/xen-host',
  )
  const result = path.join(cache, hashOf(recipe.folder))
  if (!existsSync(result)) await build(recipe, result)
  const now = new Date()
  utimesSync(result, now, now)
  forgetUnused(cache, result)
  return result
}

async function build({ what, folder, tools, takes, needsRoot }: Recipe, result: string) {
  requireTools(tools)
  const script = path.join(folder, 'build.sh')
  if (needsRoot && process.getuid?.() !== 0) {
    throw new Error(
      `The ${what} are not built yet. Building needs root (running does not):\n` +
        `  sudo ${script} ${result}`,
    )
  }
  console.error(`Building the ${what}, which takes ${takes}`)
  const exitCode = await exitCodeOf('bash', [script, result])
  if (exitCode !== 0) throw new Error(`Building the ${what} failed (exit code ${exitCode}).`)
}

const isRecipe = (name: string) => !name.endsWith('.md')

function hashOf(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).filter(isRecipe).sort()) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(path.join(folder, name)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/** Deletes images of older scripts unless they were used recently. */
function forgetUnused(cache: string, inUse: string): void {
  for (const name of readdirSync(cache)) {
    const entry = path.join(cache, name)
    const isOld = Date.now() - statSync(entry).mtimeMs > FORGOTTEN_AFTER_MS
    if (entry !== inUse && isOld) rmSync(entry, { recursive: true, force: true })
  }
}
