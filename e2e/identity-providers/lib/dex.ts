import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../../../scripts/lib/free-port.ts'
import { untilDiscovered } from './until-discovered.ts'

const cwd = path.join(import.meta.dirname, '../dex')
const run = promisify(execFile)

/** Builds Dex and starts it; `allow` registers a redirect address. */
export async function startDex() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-dex-'))
  const program = path.join(directory, 'dex')
  await run('go', ['build', '-o', program, '.'], { cwd })
  const modules = ['list', '-m', '-f', '{{.Dir}}', 'github.com/dexidp/dex']
  const { stdout: sources } = await run('go', modules, { cwd })
  const address = `127.0.0.1:${await findFreePort()}`
  const dex = spawn(program, [address, path.join(sources.trim(), 'web')], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const issuer = `http://${address}`
  await untilDiscovered(issuer, dex)
  return {
    issuer,
    allow: (redirectAddress: string) => dex.stdin.write(`${redirectAddress}\n`),
    close() {
      dex.kill()
      rmSync(directory, { recursive: true })
    },
  }
}
