import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'

/**
 * Tells of each change of a file in a folder and, if asked to, in all folders below it. Node's own
 * recursive watch loses a file on Linux once an editor has replaced it, so each folder is watched by
 * itself. Returns what ends it.
 * @param onChange gets the name of the file; null where it is not known, or where a folder appeared
 */
export function watchFolders(
  top: string,
  recursive: boolean,
  onChange: (file: string | null) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>()

  function add(folder: string): void {
    watchers.get(folder)?.close() // of a folder that was removed and is there again
    const watcher = watch(folder, (event, file) => {
      const appeared = recursive && event === 'rename' && file !== null
      if (!appeared || !isFolder(path.join(folder, file))) return onChange(file)
      try {
        add(path.join(folder, file))
      } catch {
        return // it has gone again
      }
      onChange(null) // its files may have been there before anyone watched it
    })
    watcher.on('error', () => watcher.close()) // as some systems tell that the folder has gone
    watchers.set(folder, watcher)
    if (!recursive) return
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) add(path.join(folder, entry.name))
    }
  }
  add(top)
  return () => {
    for (const watcher of watchers.values()) watcher.close()
  }
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
}
