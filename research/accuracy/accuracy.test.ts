import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccuracyReport } from './accuracy-report.ts'
import { assess } from './assess.ts'
import { formulaPredictors } from './formula-predictors.ts'
import type { Predictor } from './predictor.ts'
import { findRecordings } from './recordings/find-recordings.ts'
import { readRun } from './recordings/read-run.ts'
import { showReport } from './report/show-report.ts'
import { writeDocument } from './report/write-document.ts'
import { twinPredictor } from './twin-predictor.ts'

const SAMPLES = path.resolve(import.meta.dirname, '../../samples')

const twin = { seed: 1, replications: 1 }

async function assessAt(directory: string, more: Predictor[] = []): Promise<AccuracyReport> {
  const { directories } = await findRecordings([directory])
  return assess({
    runs: await Promise.all(directories.map(readRun)),
    predictors: [...formulaPredictors, ...more],
    twin,
    advice: null,
    experiments: [],
    product: null,
    leftOut: [],
    onProgress() {},
  })
}

describe('over the shipped recordings', () => {
  let report: AccuracyReport
  beforeAll(async () => {
    report = await assessAt(SAMPLES, [twinPredictor(twin)])
  })

  test('the report keeps its shape', () => {
    expect(AccuracyReport.parse(JSON.parse(JSON.stringify(report)))).toEqual(report)
    expect(report.recordings.map(({ name, phases }) => [name, phases.length])).toEqual([
      ['paper-table3-equal', 7],
      ['paper-table3-reweighted', 7],
    ])
  })

  test('the truth is what the clients measured', () => {
    const meanMs = report.recordings.map(({ phases }) =>
      phases[5]!.domains.map(({ measured }) => measured.mean * 1000),
    )
    expect(meanMs[0]![0]).toBeCloseTo(65.6, 1)
    expect(meanMs[1]![0]).toBeCloseTo(32.4, 1)
    expect(meanMs[1]![1]).toBeCloseTo(171.2, 1)
  })

  test('phases have their utilisation and weights', () => {
    const [calm, , , , , busy] = report.recordings[1]!.phases
    expect(calm!.utilisation).toBeCloseTo(0.25, 1)
    expect(busy!.utilisation).toBeCloseTo(0.92, 1)
    expect(busy!.domains.map(({ weight }) => weight)).toEqual([384, 256, 256])
  })

  test('every estimator is counted, with or without an answer', () => {
    for (const { n, missing, below70, from70 } of Object.values(report.summary.byEstimator)) {
      expect(n + missing).toBe(2 * 7 * 3)
      expect(below70.n + from70.n).toBe(n)
    }
    // Eq (1) ignores the load level, so its result is far too high on a lightly loaded host.
    expect(report.summary.byEstimator['delay-aware']!.below70.medianApe).toBeGreaterThan(2)
    expect(report.summary.byEstimator.sdps!.below70.medianApe).toBeLessThan(0.5)
  })

  test('each recording has a summary of its own', () => {
    for (const { byEstimator } of report.recordings) {
      expect(byEstimator.sdps!.n).toBe(7 * 3)
      expect(byEstimator.sdps!.medianApe).toBeLessThan(byEstimator['delay-aware']!.medianApe!)
    }
  })

  test('two phases were re-weighted, so six response times are forecast', () => {
    expect(report.forecasts.map(({ phase, domain }) => `${phase} ${domain}`)).toEqual([
      'Phase 6 vm1',
      'Phase 6 vm2',
      'Phase 6 vm3',
      'Phase 7 vm1',
      'Phase 7 vm2',
      'Phase 7 vm3',
    ])
    for (const each of report.forecasts) {
      expect(each.forecasts['measured-wait']).toBeUndefined()
      expect(each.forecasts['delay-aware']!.isDirectionRight).toBeTypeOf('boolean')
    }
    // It attributes all of the measured change to the weights.
    expect(report.summary.forecast['measured-wait']!.n).toBe(0)
  })

  test('the twin predicts the direction of each change and gives percentiles', () => {
    const summary = report.summary.byEstimator.twin!
    expect(summary.n).toBe(42)
    expect(summary.p95!.n).toBe(42)
    // The limit is well above the error of the twin and far below that of the published formulas.
    expect(summary.below70.medianApe).toBeLessThan(0.2)
    const clear = report.forecasts.filter(({ isClear }) => isClear)
    expect(clear.length).toBeGreaterThan(0)
    for (const { forecasts } of clear) expect(forecasts.twin!.isDirectionRight).toBe(true)
  })

  test('90 % intervals are judged where two recordings have values in a band', () => {
    const { twin, sdps, sandpiper } = report.summary.coverage
    for (const { diagnosis } of [twin!, sdps!]) {
      // Between 70 and 85 % the other recording has three values, too few for a spread.
      expect(diagnosis.map(({ n }) => n)).toEqual([18, 0, 18])
      for (const { n, inside, meanFactor } of diagnosis.filter(({ n }) => n > 0)) {
        expect(inside / n).toBeGreaterThan(0.5)
        expect(meanFactor).toBeGreaterThan(1)
      }
    }
    expect(sandpiper).toBeUndefined()
  })

  test('the document names recordings by their directory alone', () => {
    const document = writeDocument(report, [])
    expect(document).not.toMatch(/\$[a-z{]/)
    expect(document).toContain('### paper-table3-reweighted')
    expect(document).not.toContain(SAMPLES)
    expect(document).not.toMatch(/undefined|NaN|null/)
    // A table without rows would end after its rule.
    expect(document).not.toMatch(/\| ---:? \|\n\n/)
  })

  test('the tables fit into 100 columns', () => {
    const long = showReport(report)
      .split('\n')
      .filter((line) => /^\S+ {2,}\S/.test(line) && [...line].length > 100)
    expect(long).toEqual([])
  })
})

test("the clients' times reach no estimate", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'accuracy-'))
  afterAll(() => rm(directory, { recursive: true }))
  const name = 'paper-table3-equal'
  const copy = path.join(directory, name)
  await cp(path.join(SAMPLES, name), copy, { recursive: true })
  const file = path.join(copy, 'client/vm1.csv.gz')
  const rows = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n')
  const slowed = rows.map((row, index) => {
    const columns = row.split(',')
    if (index > 0) columns[5] = String(Number(columns[5]) * 10)
    return columns.join(',')
  })
  await writeFile(file, gzipSync(slowed.join('\n')))
  const [before, after] = await Promise.all([assessAt(path.join(SAMPLES, name)), assessAt(copy)])
  const vm1 = (report: AccuracyReport) => report.recordings[0]!.phases[2]!.domains[0]!
  expect(vm1(after).measured.mean).toBeCloseTo(10 * vm1(before).measured.mean)
  expect(vm1(after).estimates).toEqual(vm1(before).estimates)
})
