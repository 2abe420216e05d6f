import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inRoot } from '../paths.ts'

/**
 * Packs what `fill` writes into an empty folder as a package of npm.
 * @param manifest what its package.json says besides what all of ours say
 * @returns the file, in `directory`
 */
export async function packFolder(
  directory: string,
  manifest: { name: string; description: string } & Record<string, unknown>,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  mkdirSync(directory, { recursive: true })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'steelyard-package-'))
  try {
    await fill(folder)
    const { version, license, engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
    const whole = { version, license, type: 'module', engines, ...manifest }
    writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`)
    cpSync(inRoot('LICENSE'), path.join(folder, 'LICENSE'))
    const args = ['pack', '--json', '--pack-destination', directory]
    const [packed] = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }))
    return path.join(directory, packed.filename)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
