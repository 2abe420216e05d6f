import path from 'node:path'
import { DOMAIN0_NAME } from '@steelyard/model'
import { beforeAll, expect, test } from 'vitest'
import { type Run, readRun } from '../recordings/read-run.ts'
import { AdviceReport } from './advice-report.ts'
import { assessAdvice, questionsOf } from './assess-advice.ts'
import type { Judge } from './judge.ts'
import { trueHostOf } from './true-host.ts'
import { labelOf, offeredUse } from './true-loads.ts'

let run: Run
beforeAll(async () => {
  run = await readRun(path.resolve(import.meta.dirname, '../../../samples/paper-table3-equal'))
})

/**
 * A simple judge for comparisons: a domain's waits are proportional to the other domains' weights.
 */
const judge: Judge = {
  id: 'independent',
  title: 'shares',
  sources: [],
  coarseSeconds: 3000,
  async play({ guests }, weights) {
    return weights.map((each) => {
      const total = guests.reduce((sum, { name }) => sum + each[name]!, 0)
      return Object.fromEntries(
        guests.map(({ name }) => {
          const seconds = (0.01 * total) / each[name]!
          return [
            name,
            { clientSeconds: seconds, loggedSeconds: seconds, loggedP95Seconds: 3 * seconds },
          ]
        }),
      )
    })
  },
}

test('the true load is that of the plan, with demands of the whole recording', () => {
  const [calm, busy] = [trueHostOf(run, run.phases[0]!)!, trueHostOf(run, run.phases[4]!)!]
  expect(labelOf(busy)).toBe('45/45/170 per s of 6.4/6.4/1.5 ms, credit')
  expect(offeredUse(busy)).toBeCloseTo(0.9, 1)
  const demands = ({ load }: typeof calm) => load.domains.map((domain) => domain.serviceTimeSeconds)
  expect(demands(calm)).toEqual(demands(busy))
  // Background work of Domain-0 continues at its rate, however long the host is simulated.
  const { background } = busy.config.domain0!
  expect(background).toEqual({ utilisation: expect.closeTo(0.025, 1) })
})

test('each phase is asked about, and a sample as a whole with and without a target', () => {
  const questions = questionsOf(run, true)
  expect(questions.map(({ phase }) => phase)).toEqual([
    ...run.phases.flatMap(({ span }) => [span.label, span.label]),
    'all',
    'all',
  ])
  expect(questions[1]!.question).toMatchObject({ targets: { vm1: 0.6 }, statistic: 'p95' })
  expect(questions.at(-1)!.question.targets).toEqual({ vm1: 0.6 })
  const [first, last] = [run.phases[0]!.span, run.phases.at(-1)!.span]
  expect(questions.at(-2)!.question).toEqual({
    range: { fromEpochSeconds: first.fromEpochSeconds, toEpochSeconds: last.toEpochSeconds },
  })
  expect(questionsOf(run, false)).toHaveLength(14)
  // Phases under unequal weights get no question, and a range begins at the last change.
  const changed = run.phases.map((phase, index) =>
    index < 5 ? phase : { ...phase, weights: { ...phase.weights, vm1: 384 } },
  )
  const reweighted = questionsOf({ ...run, phases: changed }, true)
  expect(reweighted.map(({ phase }) => phase)).toEqual([
    ...run.phases.slice(0, 5).flatMap(({ span }) => [span.label, span.label]),
    'all',
    'all',
  ])
  expect(reweighted.at(-1)!.question.range.fromEpochSeconds).toBe(
    run.phases[5]!.span.fromEpochSeconds,
  )
})

test('the shipped function is asked, and its advice judged', async () => {
  const [first] = run.phases
  const { toEpochSeconds } = run.phases.at(-1)!.span
  const one = { ...run, phases: [{ ...first!, span: { ...first!.span, toEpochSeconds } }] }
  const report = await assessAdvice({
    runs: [one],
    asked: [],
    judges: [judge],
    onProgress() {},
  })
  expect(AdviceReport.parse(JSON.parse(JSON.stringify(report)))).toEqual(report)
  expect(report.cases).toMatchObject([
    { phase: 'Phase 1', objective: 'mean-slowdown', targets: {} },
    { phase: 'Phase 1', objective: 'meet-targets', targets: { vm1: 0.6 }, statistic: 'p95' },
  ])
  for (const { choices, alike, judges } of report.cases) {
    const { [DOMAIN0_NAME]: _, ...guests } = choices.recommended.weights
    expect(Object.values(guests).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(768, -1)
    expect(choices.recommended.reason.length).toBeGreaterThan(10)
    expect(choices.nothing.weights).toEqual(one.phases[0]!.weights)
    for (const { regret } of Object.values(judges.independent!.outcomes)) {
      expect(regret).toBeGreaterThanOrEqual(0)
    }
    if (alike.length > 0) expect(alike).toEqual([['vm1', 'vm2']])
  }
  expect(report.unequal).toEqual([])
})

test('half a minute gets no advice, which is judged as leaving the weights', async () => {
  const one = { ...run, phases: run.phases.slice(0, 1) }
  const report = await assessAdvice({ runs: [one], asked: [], judges: [judge], onProgress() {} })
  expect(report.cases).toMatchObject([
    { objective: 'mean-slowdown' },
    { objective: 'meet-targets', targets: { vm1: 0.6 } },
  ])
  for (const { choices, judges } of report.cases) {
    expect(choices.recommended.weights).toEqual(choices.nothing.weights)
    expect(judges.independent!.outcomes.recommended.gain).toBe(0)
  }
  expect(report.notes).toEqual([expect.stringContaining('Phase 1: not enough evidence')])
})

test('a recording without a CPU trace is left out, and the report says so', async () => {
  const blind = {
    ...run,
    guests: run.guests.map((guest) => ({ ...guest, serviceTimeSource: 'inferred' as const })),
  }
  const report = await assessAdvice({
    runs: [blind],
    asked: [],
    judges: [judge],
    onProgress() {},
  })
  expect(report.cases).toEqual([])
  expect(report.notes[0]).toContain('paper-table3-equal: without a CPU trace')
})
