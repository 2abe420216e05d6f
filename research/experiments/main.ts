/**
 * Plays published experiments on a real Xen host, through the product's own API; README.md says how
 * long that takes.
 *
 *   npm run experiments -- paper0 [--scale 0.1] [--seed 1] [--out DIRECTORY]
 *   npm run experiments -- domain0 --keep FILE
 *   npm run experiments -- rise [sandpiper]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { domain0 } from './domain0/domain0.ts'
import type { Experiment } from './experiment.ts'
import { collection } from './paper0/collection.ts'
import { paper0 } from './paper0/paper0.ts'
import { table1 } from './paper0/table1.ts'
import { table2 } from './paper0/table2.ts'
import { paper1 } from './paper1/paper1.ts'
import { table7 } from './paper1/table7.ts'
import { paper2 } from './paper2/paper2.ts'
import { caps } from './paper3/caps.ts'
import { paper3 } from './paper3/paper3.ts'
import { paper4 } from './paper4/paper4.ts'
import { rise } from './rise/rise.ts'

const EXPERIMENTS: Record<string, Experiment> = {
  paper0,
  table1,
  table2,
  collection,
  paper1,
  table7,
  paper2,
  paper3,
  caps,
  paper4,
  domain0,
  rise,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    keep: { type: 'string' },
  },
})
const experiment = EXPERIMENTS[positionals[0] ?? '']
const scale = Number(values.scale)

if (!experiment || !(scale > 0)) {
  const known = Object.keys(EXPERIMENTS).join(', ')
  console.error(
    `npm run experiments -- PAPER [VARIANT] [--scale FACTOR] [--seed N] [--out DIRECTORY] [--keep FILE]: ${known}`,
  )
  process.exitCode = 1
} else {
  const out = values.out ? path.resolve(values.out) : null
  const log = (what: string) => console.error(`${new Date().toISOString()} ${what}`)
  const file = values.keep ?? (out && path.join(out, 'results.json'))
  const keep = (result: unknown) => {
    if (file) writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`)
  }
  const kept =
    values.keep && existsSync(values.keep) ? JSON.parse(readFileSync(values.keep, 'utf8')) : null
  if (out) mkdirSync(out, { recursive: true })
  const variant = positionals[1] ?? null
  const seed = Number(values.seed)
  console.log(await experiment({ scale, seed, variant, out, kept, log, keep }))
}
