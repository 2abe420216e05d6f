import { type FSWatcher, readdirSync, watch } from 'node:fs'
import path from 'node:path'
import type { ServiceName } from '../child-process.ts'
import { inRoot } from '../paths.ts'
import type { Kept } from './keep-running.ts'

/** An editor may write several files, or one in several steps. */
const SETTLE_MS = 100

const backEnd: ServiceName[] = ['api', 'worker', 'agent']

/**
 * Restarts services whose sources change. The development server sees the pages itself, but not
 * what it is started with. Returns what ends it.
 */
export function reloadOnChange(services: Kept[]): () => Promise<void> {
  const changed = new Set<ServiceName>()
  let timer: NodeJS.Timeout | undefined

  function restart(): void {
    const names = [...changed]
    changed.clear()
    console.error(`Restarting ${names.join(', ')} ...`)
    for (const service of services) if (names.includes(service.name)) service.restart()
  }

  const watchers = watchedFolders().map(([folder, recursive, names]) =>
    watchSources(folder, recursive, () => {
      for (const name of names) changed.add(name)
      clearTimeout(timer)
      timer = setTimeout(restart, SETTLE_MS)
    }),
  )
  return async () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}

function watchedFolders(): [folder: string, recursive: boolean, names: ServiceName[]][] {
  const packages = readdirSync(inRoot('packages')).map((name) => inRoot('packages', name, 'src'))
  const sources = [inRoot('apps/api/src'), ...packages]
  return [
    ...sources.map((folder): [string, boolean, ServiceName[]] => [folder, true, backEnd]),
    [inRoot('apps/web/gateway'), true, ['web']],
    [inRoot('apps/web'), false, ['web']], // its server, its proxy and its configuration
  ]
}

function watchSources(folder: string, recursive: boolean, onChange: () => void): FSWatcher {
  return watch(folder, { recursive }, (_event, file) => {
    if (isSource(file)) onChange()
  })
}

/** Whether a process would run with other code after a change of this file. */
export function isSource(file: string | null): boolean {
  if (file === null) return true // not every system says which
  return /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(path.basename(file))
}
