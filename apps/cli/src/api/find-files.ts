import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { UsageFault } from '../faults.ts'
import type { LocalFile } from './send-file.ts'

/**
 * The files at these paths. Those in a folder are called by their way from it, as an archive of it
 * would call them.
 * @throws UsageFault a path that cannot be read, no file at all, or two of the same name
 */
export function findFiles(paths: readonly string[]): LocalFile[] {
  const files = paths.flatMap(filesAt)
  if (files.length === 0) throw new UsageFault('There is no file to send.')
  const names = new Set<string>()
  for (const { name } of files) {
    if (names.has(name)) throw new UsageFault(`Two files would be called ${name}. Send one folder.`)
    names.add(name)
  }
  return files
}

function filesAt(given: string): LocalFile[] {
  const found = statOf(given)
  if (!found.isDirectory()) return [localFile(given, path.basename(given))]
  return readdirSync(given, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .filter((name) => statOf(path.join(given, name)).isFile())
    .map((name) => localFile(path.join(given, name), name.replaceAll(path.sep, '/')))
}

function localFile(file: string, name: string): LocalFile {
  const { size, mtime } = statOf(file)
  return { name, path: file, sizeBytes: size, modifiedAt: mtime }
}

function statOf(file: string) {
  try {
    return statSync(file)
  } catch (error) {
    throw new UsageFault(`${file} cannot be read: ${(error as Error).message}`)
  }
}
