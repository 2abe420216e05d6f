import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Weights } from '@steelyard/model'
import type { TwinConfig } from '@steelyard/simulator'
import type { Judge, JudgedTimes } from './judge.ts'

/** Version of the cache files' format. */
const FORMAT = 3

const ROOT = path.resolve(import.meta.dirname, '../../..')

/**
 * The same judge with a cache: it simulates each host only once under the same weights. Results are
 * kept in the directory, one file per host, and expire when the judge's own sources change.
 */
export async function rememberedJudge(judge: Judge, directory: string): Promise<Judge> {
  const version = await hashOf(judge.sources.map((source) => path.join(ROOT, source)))
  await mkdir(directory, { recursive: true })
  return {
    ...judge,
    async play(host, weights, seconds) {
      const name = `${judge.id}-${digest([FORMAT, version, hostKey(host), seconds]).slice(0, 24)}.json`
      const file = path.join(directory, name)
      const known = await readKnown(file)
      const missing = [...new Set(weights.map(keyOf))].filter((key) => !known[key])
      if (missing.length > 0) {
        const asked = missing.map((key) => weights.find((each) => keyOf(each) === key)!)
        const played = await judge.play(host, asked, seconds)
        for (const [index, key] of missing.entries()) known[key] = played[index]!
        await writeWhole(file, known)
      }
      return weights.map((each) => known[keyOf(each)]!)
    },
  }
}

type Known = Record<string, JudgedTimes>

async function readKnown(file: string): Promise<Known> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
}

/** Replaces the file in one step, because another process may be reading it. */
async function writeWhole(file: string, known: Known): Promise<void> {
  const part = `${file}.${process.pid}`
  await writeFile(part, JSON.stringify(known))
  await rename(part, file)
}

function keyOf(weights: Weights): string {
  return Object.entries(weights)
    .sort()
    .map(([name, weight]) => `${name}=${weight}`)
    .join(' ')
}

/** Weights are part of the question, not of the host. */
function hostKey({ domain0, guests, ...host }: TwinConfig): unknown {
  const without = <T extends { weight?: number }>({ weight: _, ...rest }: T) => rest
  return { ...host, domain0: domain0 && without(domain0), guests: guests.map(without) }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

async function hashOf(paths: readonly string[]): Promise<string> {
  const files: string[] = []
  for (const each of paths) {
    if ((await stat(each)).isFile()) files.push(each)
    else for (const name of (await readdir(each)).sort()) files.push(path.join(each, name))
  }
  const sources = files.filter((file) => !/\.(test|fixture)\.ts$/.test(file) && path.extname(file))
  const texts = await Promise.all(sources.map((file) => readFile(file, 'utf8')))
  return digest(texts)
}
