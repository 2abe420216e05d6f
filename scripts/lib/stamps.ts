import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

// Skips a build step whose inputs did not change. The stamp holds a digest of the inputs and is kept
// with the output, so that deleting the output deletes the stamp too.

const skippedNames = new Set(['node_modules', '.next', 'generated', 'test-results'])
const skippedEndings = ['.test.ts', '.test.tsx', '.tsbuildinfo', '.stamp', 'next-env.d.ts']

/** Runs `make` and writes `stampFile`, unless the existing stamp matches the inputs. */
export async function runIfStale(
  stampFile: string,
  inputs: string[],
  make: () => Promise<void>,
): Promise<boolean> {
  const digest = digestInputs(inputs)
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === digest) return false
  fs.rmSync(stampFile, { force: true }) // an interrupted step must run again
  await make()
  fs.writeFileSync(stampFile, digest)
  return true
}

/** SHA-256 over names and contents of files and directories, and over the version of Node. */
export function digestInputs(inputs: string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const input of inputs) {
    for (const file of listFiles(input)) {
      const content = createHash('sha256').update(fs.readFileSync(file)).digest('hex')
      hash.update(`\0${path.relative(input, file)}\0${content}`)
    }
  }
  return hash.digest('hex')
}

function listFiles(input: string): string[] {
  if (fs.statSync(input).isFile()) return [input]
  const entries = fs.readdirSync(input, { withFileTypes: true })
  return entries
    .filter(({ name }) => !skippedNames.has(name) && !skippedEndings.some((e) => name.endsWith(e)))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(input, entry.name)
      if (entry.isDirectory()) return listFiles(file)
      return entry.isFile() ? [file] : []
    })
}
