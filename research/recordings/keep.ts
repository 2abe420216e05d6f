/**
 * Reduces a recording to the files that `npm run accuracy` reads, without duplicates, so that it is
 * small enough for the repository.
 *
 *   npx tsx research/recordings/keep.ts RECORDING...
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { timesAlone } from './times-alone.ts'

const KEPT = path.join(import.meta.dirname, 'kept')

function keep(directory: string): void {
  const target = path.join(KEPT, path.basename(directory))
  const names = (folder: string) =>
    readdirSync(path.join(directory, folder)).map((name) => `${folder}/${name}`)
  const text = (name: string) => {
    const bytes = readFileSync(path.join(directory, name))
    return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  }
  const write = (name: string, content: string) => {
    const file = path.join(target, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, name.endsWith('.gz') ? gzipSync(content, { level: 9 }) : content)
  }
  for (const name of ['recording.json', 'xl-before.txt', 'xl-after.txt']) write(name, text(name))
  for (const name of names('client')) write(name, timesAlone(text(name)))
  for (const name of names('access-epoch')) write(name, text(name))
  for (const name of names('xenmon')) write(`${name.replace(/\.gz$/, '')}.gz`, text(name))
}

process.argv.slice(2).forEach(keep)
