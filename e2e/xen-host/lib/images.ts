import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { exitCodeOf } from '../../../scripts/lib/run-command.ts'
import { requireTools } from './required-tools.ts'

const SOURCE = path.join(import.meta.dirname, '../image')
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

/**
 * Returns the directory with the images. Builds them first if necessary (about two minutes, as
 * root). Images are kept under a hash of the scripts that make them, so a changed script leads to
 * new images.
 */
export async function ensureImages(): Promise<string> {
  requireTools('run')
  const cache = path.join(
    process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'),
    'steelyard/xen-host',
  )
  const images = path.join(cache, hashOf(SOURCE))
  if (!existsSync(images)) await build(images)
  const now = new Date()
  utimesSync(images, now, now)
  forgetUnused(cache, images)
  return images
}

async function build(images: string): Promise<void> {
  requireTools('build')
  const script = path.join(SOURCE, 'build.sh')
  if (process.getuid?.() !== 0) {
    throw new Error(
      'The images of the Xen test host are not built yet. Building needs root (running does not):\n' +
        `  sudo ${script} ${images}`,
    )
  }
  console.error('Building the images of the Xen test host, about two minutes')
  const exitCode = await exitCodeOf('bash', [script, images])
  if (exitCode !== 0) throw new Error(`The images could not be built (exit code ${exitCode}).`)
}

function hashOf(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) {
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
