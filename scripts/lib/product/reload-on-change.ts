import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { ServiceName } from '../child-process.ts'
import { inRoot } from '../paths.ts'
import type { Kept } from './keep-running.ts'
import { watchFolders } from './watch-folders.ts'

/** An editor may write several files, or one in several steps. */
const SETTLE_MS = 100

/**
 * Restarts services whose sources change. The development server sees the pages itself, but not
 * what it is started with. Returns what ends it.
 */
export function reloadOnChange(services: Kept[]): () => Promise<void> {
  const named = (...names: ServiceName[]) => services.filter(({ name }) => names.includes(name))
  const reloads = {
    backEnd: inTurn([named('api'), named('worker', 'agent')]),
    dashboard: inTurn([named('web')]),
  }
  const timers = new Map<Part, NodeJS.Timeout>()
  const ends = watchedFolders().map(([folder, recursive, part]) =>
    watchFolders(folder, recursive, (file) => {
      if (!isSource(file)) return
      clearTimeout(timers.get(part))
      timers.set(part, setTimeout(reloads[part], SETTLE_MS))
    }),
  )
  return async () => {
    for (const timer of timers.values()) clearTimeout(timer)
    for (const end of ends) end()
  }
}

/**
 * Restarts one group after the other, so that the first has the machine to itself. Another change
 * meanwhile begins anew.
 */
export function inTurn(groups: Pick<Kept, 'name' | 'restart'>[][]): () => Promise<void> {
  let latest = 0
  return async () => {
    const mine = ++latest
    console.error(
      `Restarting ${groups
        .flat()
        .map(({ name }) => name)
        .join(', ')} ...`,
    )
    for (const group of groups) {
      if (mine !== latest) return
      await Promise.all(group.map((service) => service.restart()))
    }
  }
}

type Part = 'backEnd' | 'dashboard'

function watchedFolders(): [folder: string, recursive: boolean, part: Part][] {
  const packages = readdirSync(inRoot('packages')).map((name) => inRoot('packages', name, 'src'))
  return [
    ...packages.map((folder): [string, boolean, Part] => [folder, true, 'backEnd']),
    [inRoot('apps/api/src'), true, 'backEnd'],
    [inRoot('apps/web/gateway'), true, 'dashboard'],
    [inRoot('apps/web'), false, 'dashboard'], // its server, its proxy and its configuration
  ]
}

/** Whether a process would run with other code after a change of this file. */
export function isSource(file: string | null): boolean {
  if (file === null) return true // not every system says which
  return /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(path.basename(file))
}
