/**
 * `npm run accuracy`: how far every estimator is from what clients measured, on recordings of real
 * hosts. It reads what the product would be given and estimates as an analysis does; the clients'
 * times serve as the truth alone.
 *
 *   npm run accuracy -- DIR... [--json] [--seed N] [--replications N] [--write FILE]
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { AccuracyError } from './accuracy-error.ts'
import { assess } from './assess.ts'
import { findRecordings } from './find-recordings.ts'
import { formulaPredictors, processorSharing } from './formula-predictors.ts'
import { type Run, readRun } from './read-run.ts'
import { showReport } from './show-report.ts'
import { twinPredictor } from './twin-predictor.ts'
import { writeDocument } from './write-document.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    replications: { type: 'string', default: '10' },
    write: { type: 'string' },
  },
})

const tell = (what: string) => console.error(what)

function wholeNumber(name: string, text: string, min: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= min) return value
  throw new AccuracyError(`--${name} must be a whole number of at least ${min}, not ${text}.`)
}

async function main(): Promise<void> {
  const twin = {
    seed: wholeNumber('seed', values.seed, 0),
    replications: wholeNumber('replications', values.replications, 1),
  }
  const { directories, passedOver } = await findRecordings(positionals)
  const leftOut = [...passedOver]
  passedOver.forEach(tell)
  const runs: Run[] = []
  for (const directory of directories) {
    tell(`Reading ${directory}`)
    try {
      runs.push(await readRun(directory))
    } catch (error) {
      if (!(error instanceof AccuracyError)) throw error
      leftOut.push(error.message)
      tell(error.message)
    }
  }
  if (runs.length === 0) throw new AccuracyError('None of the recordings can be scored.')
  const predictors = [...formulaPredictors, twinPredictor(twin), processorSharing]
  const report = await assess({ runs, predictors, twin, leftOut, onProgress: tell })
  if (values.write) await writeFile(values.write, writeDocument(report))
  console.log(values.json ? JSON.stringify(report, null, 2) : showReport(report))
}

try {
  await main()
} catch (error) {
  if (!(error instanceof AccuracyError)) throw error
  tell(error.message)
  process.exitCode = 1
}
