import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { UsageFault } from '../faults.ts'

type Env = Readonly<Record<string, string | undefined>>

const StoredLogin = z.object({ address: z.string(), token: z.string(), insecure: z.boolean() })
export type StoredLogin = z.infer<typeof StoredLogin>

/** In the folder in which the system keeps the configuration of its user. */
export function loginFile(env: Env, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') {
    const folder = env.APPDATA ?? path.win32.join(os.homedir(), 'AppData', 'Roaming')
    return path.win32.join(folder, 'steelyard', 'login.json')
  }
  // The specification has relative paths ignored.
  const given = env.XDG_CONFIG_HOME
  const folder =
    given && path.isAbsolute(given) ? given : path.join(env.HOME ?? os.homedir(), '.config')
  return path.join(folder, 'steelyard', 'login.json')
}

/** Null before `steelyard login`. */
export function readLogin(env: Env): StoredLogin | null {
  const file = loginFile(env)
  try {
    return StoredLogin.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new UsageFault(`${file} cannot be read. Remove it, and run steelyard login again.`)
  }
}

/** Nobody but its owner ever sees the file, not even while it is written. */
export function writeLogin(env: Env, login: StoredLogin): void {
  const file = loginFile(env)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  rmSync(fresh, { force: true })
  writeFileSync(fresh, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(fresh, 0o600)
  renameSync(fresh, file)
}

export function removeLogin(env: Env): void {
  rmSync(loginFile(env), { force: true })
}
