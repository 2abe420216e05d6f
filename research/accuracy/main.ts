/**
 * `npm run accuracy` compares every estimator with what clients measured, on recordings of real
 * hosts. It reads what the product would be given and estimates as an analysis does; the clients'
 * times serve only as the truth.
 *
 *   npm run accuracy -- DIR... [--json] [--seed N] [--replications N] [--entrant 'COMMAND']...
 *     [--without entrants] [--without advice] [--without product] [--without twin-judge]
 *     [--write FILE] [--write-benchmark FILE] [--write-spreads FILE]
 *
 * With --hosts it judges what the product recommends for hosts that are drawn at random (see
 * `hosts/README.md`) and reads no recordings:
 *
 *   npm run accuracy -- --hosts N [--seed N] [--first N] [--keep FILE] [--json]
 */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { AccuracyError } from './accuracy-error.ts'
import type { AccuracyReport } from './accuracy-report.ts'
import type { AdviceReport } from './advice/advice-report.ts'
import { assessAdvice } from './advice/assess-advice.ts'
import { judges } from './advice/judge.ts'
import { rememberedJudge } from './advice/remembered-judge.ts'
import { assess } from './assess.ts'
import { entrantPredictor } from './entrants/entrant-predictor.ts'
import { givenEntrants, registeredEntrants } from './entrants/find-entrants.ts'
import { formulaPredictors } from './formula-predictors.ts'
import { assessHosts } from './hosts/assess-hosts.ts'
import { showHosts } from './hosts/show-hosts.ts'
import { shownHosts } from './hosts/shown-hosts.ts'
import { type ProductAnswers, productAnswers } from './intervals/product-path.ts'
import { fitSpreads } from './intervals/product-spreads.ts'
import { writeSpreads } from './intervals/write-spreads.ts'
import { findRecordings } from './recordings/find-recordings.ts'
import { type Run, readRun } from './recordings/read-run.ts'
import { showReport } from './report/show-report.ts'
import { writeBenchmark } from './report/write-benchmark.ts'
import { writeDocument } from './report/write-document.ts'
import { twinOnExperiments } from './twin-on-experiments.ts'
import { twinPredictor } from './twin-predictor.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    replications: { type: 'string', default: '10' },
    entrant: { type: 'string', multiple: true, default: [] },
    without: { type: 'string', multiple: true, default: [] },
    write: { type: 'string' },
    'write-benchmark': { type: 'string' },
    'write-spreads': { type: 'string' },
    hosts: { type: 'string' },
    first: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
})

const log = (what: string) => console.error(what)

function wholeNumber(name: string, text: string, min: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= min) return value
  throw new AccuracyError(`--${name} must be a whole number of at least ${min}, not ${text}.`)
}

/** Whether a slow part of the report is left out. */
function without(part: 'entrants' | 'advice' | 'product' | 'twin-judge'): boolean {
  return values.without.includes(part)
}

async function main(): Promise<void> {
  const twin = {
    seed: wholeNumber('seed', values.seed, 0),
    replications: wholeNumber('replications', values.replications, 1),
  }
  const { directories, passedOver } = await findRecordings(positionals)
  const leftOut = [...passedOver]
  passedOver.forEach(log)
  const directoryOf = new Map<Run, string>()
  for (const directory of directories) {
    log(`Reading ${directory}`)
    try {
      directoryOf.set(await readRun(directory), directory)
    } catch (error) {
      if (!(error instanceof AccuracyError)) throw error
      leftOut.push(error.message)
      log(error.message)
    }
  }
  const runs = [...directoryOf.keys()]
  if (runs.length === 0) throw new AccuracyError('None of the recordings can be scored.')
  const registered = without('entrants')
    ? { entrants: [], missing: [] }
    : await registeredEntrants(log)
  leftOut.push(...registered.missing)
  const entrants = [...registered.entrants, ...givenEntrants(values.entrant)]
  const predictors = [
    ...formulaPredictors,
    twinPredictor(twin),
    ...entrants.map((entrant) => entrantPredictor(entrant, directoryOf)),
  ]
  const advice = without('advice') ? null : await judgedAdvice(directoryOf)
  const product = without('product') ? null : await productAnswers(runs, log)
  log('Playing published experiments')
  const experiments = twinOnExperiments()
  const report = await assess({
    runs,
    predictors,
    twin,
    leftOut,
    advice,
    experiments,
    product,
    onProgress: log,
  })
  await write(report, product)
  console.log(values.json ? JSON.stringify(report, null, 2) : showReport(report))
}

/** Judges the advice for hosts that nobody recorded. */
async function onHosts(hosts: string): Promise<void> {
  const results = await assessHosts({
    hosts: wholeNumber('hosts', hosts, 1),
    seed: wholeNumber('seed', values.seed, 0),
    first: wholeNumber('first', values.first, 1),
    keep: values.keep,
    onProgress: log,
  })
  console.log(values.json ? JSON.stringify(results, null, 2) : showHosts(results))
}

async function judgedAdvice(directoryOf: ReadonlyMap<Run, string>): Promise<AdviceReport> {
  const cache = path.join(tmpdir(), 'steelyard-judges')
  const samples = path.resolve(import.meta.dirname, '../../samples')
  const runs = [...directoryOf.keys()]
  return assessAdvice({
    runs,
    asked: runs.filter((run) => isIn(samples, directoryOf.get(run)!)),
    judges: await Promise.all(
      judges
        .filter(({ id }) => id !== 'twin' || !without('twin-judge'))
        .map((judge) => rememberedJudge(judge, cache)),
    ),
    onProgress: log,
  })
}

/** Compares names: a copy of a sample in another directory is the same recording. */
function isIn(samples: string, directory: string): boolean {
  return existsSync(path.join(samples, path.basename(path.resolve(directory))))
}

async function write(report: AccuracyReport, product: ProductAnswers | null): Promise<void> {
  const { 'write-benchmark': benchmark, 'write-spreads': spreads } = values
  if (values.write) await writeFile(values.write, writeDocument(report, shownHosts()))
  if (benchmark) {
    await writeFile(benchmark, writeBenchmark(await readFile(benchmark, 'utf8'), report))
  }
  if (spreads && product) {
    await writeFile(spreads, writeSpreads(fitSpreads(product), recordingsIn(product)))
  }
}

function recordingsIn({ errors }: ProductAnswers): number {
  return new Set(errors.map(({ recording }) => recording)).size
}

try {
  await (values.hosts === undefined ? main() : onHosts(values.hosts))
} catch (error) {
  if (!(error instanceof AccuracyError)) throw error
  log(error.message)
  process.exitCode = 1
}
