/**
 * `npm run bench` runs every benchmark in turn, or those that are named, each with its peers in the
 * same run.
 *
 *   npm run bench -- [NAME...] [--json] [--gzip-bytes 1000000000]
 *     [--hosts 200] [--agents 1] [--rate 5] [--seconds 300] [--logs 1]
 *     [the options of loop/main.ts and fleet/main.ts]
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    'gzip-bytes': { type: 'string', default: '20000000' },
    hosts: { type: 'string' },
    agents: { type: 'string' },
    rate: { type: 'string' },
    guests: { type: 'string' },
    logs: { type: 'string' },
    minutes: { type: 'string' },
    seeds: { type: 'string' },
    seconds: { type: 'string', default: '300' },
    family: { type: 'string', multiple: true },
    host: { type: 'string', multiple: true },
    contender: { type: 'string', multiple: true },
    days: { type: 'string' },
    'first-seed': { type: 'string' },
    results: { type: 'string' },
    write: { type: 'string' },
    picture: { type: 'string' },
  },
})

/** Options as they were given; the defaults are in each benchmark. */
const given = (...names: readonly (keyof typeof values)[]) =>
  names.flatMap((name) =>
    [values[name] ?? []].flat().flatMap((each) => [`--${name}`, String(each)]),
  )
const loop = given(
  'family',
  'host',
  'contender',
  'days',
  'first-seed',
  'results',
  'write',
  'picture',
)

const benchmarks: Record<string, string[]> = {
  solver: ['solver.ts'],
  twin: ['twin.ts'],
  hostile: ['hostile.ts'],
  ingestion: ['ingestion.ts', '--gzip-bytes', values['gzip-bytes']],
  'ingestion-ratio': ['ingestion-ratio.ts'],
  'shared-reading': ['shared-reading.ts', '--gzip-bytes', values['gzip-bytes']],
  'api-reads': ['reads/main.ts'],
  loop: ['loop/main.ts', ...loop],
  watch: ['watch/main.ts', ...given('hosts', 'agents', 'rate', 'seconds')],
  cold: ['cold/main.ts', ...given('hosts', 'guests', 'logs', 'rate')],
  decision: ['decision/main.ts', ...given('hosts', 'guests', 'seeds')],
  inventory: ['inventory/main.ts', ...given('hosts', 'guests')],
  fleet: ['fleet/main.ts', ...given('hosts', 'guests', 'minutes', 'seeds', 'contender')],
}
const unknown = positionals.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  console.error(
    `No benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}.`,
  )
  process.exit(1)
}
const named = positionals.length > 0 ? positionals : Object.keys(benchmarks)

const results: Record<string, unknown> = {}
for (const name of named) {
  const [script, ...rest] = benchmarks[name]!
  const args = ['--import', 'tsx', path.join(import.meta.dirname, script!), ...rest]
  if (!values.json) console.log(`\n${name}`)
  const { status, stdout } = spawnSync(process.execPath, values.json ? [...args, '--json'] : args, {
    stdio: ['ignore', values.json ? 'pipe' : 'inherit', 'inherit'],
    maxBuffer: 1 << 26,
  })
  if (status !== 0) process.exit(status ?? 1)
  if (values.json) results[name] = JSON.parse(String(stdout))
}
if (values.json) console.log(JSON.stringify(results, null, 2))
