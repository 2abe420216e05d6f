import { delayAware } from '@steelyard/model'
import { describe, expect, test } from 'vitest'
import { optimiseWeights } from './optimise-weights.ts'
import { drawnLoad, equalWeights, paperProblem } from './problem/problems.fixture.ts'
import type { WeightProblem } from './problem/weight-problem.ts'

const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code)

describe('minimise the total delay: Table 3, interval 5', () => {
  test('the optimum of the 0.05 grid is (0.40, 0.40, 0.20), with proof', async () => {
    const solution = await optimiseWeights(paperProblem)
    expect(solution.status).toBe('optimal')
    expect(solution.shares!.vm1).toBeCloseTo(0.4, 12)
    expect(solution.shares!.vm2).toBeCloseTo(0.4, 12)
    expect(solution.shares!.vm3).toBeCloseTo(0.2, 12)
    expect(solution.proof).toMatchObject({ engine: 'relaxation', gap: 0 })
    // Sum of the service times, 14.9 ms, plus 29.539 ms now.
    expect(solution.objective.before! * 1000).toBeCloseTo(44.439, 3)
    const { greedy, closedForm } = solution.companions
    expect(greedy!.totalDelaySeconds).toBeCloseTo(solution.proof.gridValue!, 12)
    // (0.3966, 0.3966, 0.2068), D = 26.599 ms
    expect(closedForm!.shares.vm1).toBeCloseTo(0.3966, 4)
    expect(closedForm!.shares.vm3).toBeCloseTo(0.2068, 4)
    expect(closedForm!.totalDelaySeconds * 1000 - 14.9).toBeCloseTo(26.599, 3)
  })

  test("keep-unchanged keeps the guests' sum and therefore Domain-0's share", async () => {
    const { weights, domain0Share, roundingError, warnings } = await optimiseWeights(paperProblem)
    expect(weights).toEqual({ 'Domain-0': 256, vm1: 307, vm2: 307, vm3: 154 })
    expect(domain0Share.after).toBe(domain0Share.before)
    expect(roundingError).toBeCloseTo(0.4 / 768, 6)
    expect(warnings).toEqual([])
  })

  test('scale-5120 makes a step 256 and reports that Domain-0 loses share', async () => {
    const solution = await optimiseWeights({ ...paperProblem, integerMapping: 'scale-5120' })
    expect(solution.weights).toEqual({ 'Domain-0': 256, vm1: 2048, vm2: 2048, vm3: 1024 })
    expect(solution.roundingError).toBeCloseTo(0, 12)
    expect(codes(solution.warnings)).toEqual(['domain0-share-moves'])
    expect(solution.domain0Share).toEqual({ before: 1 / 3, after: 0.05 })
  })

  test('with Domain-0 in the sum, the guests divide the remainder', async () => {
    const solution = await optimiseWeights({ ...paperProblem, normalisation: 'with-domain-0' })
    expect(solution.domain0Share).toEqual({ before: 0.25, after: 0.25 })
    expect(solution.stepShare).toBeCloseTo(0.05, 12)
    const sum = Object.values(solution.shares!).reduce((total, share) => total + share, 0)
    expect(sum).toBeCloseTo(0.75, 12)
    expect(solution.shares!.vm1).toBeCloseTo(0.3, 12)
  })

  test('reports on targets without enforcing them', async () => {
    const solution = await optimiseWeights({ ...paperProblem, targets: { vm3: 0.005 } })
    expect(solution.shares!.vm3).toBeCloseTo(0.2, 12)
    expect(solution.predicted[2]).toMatchObject({ meetsTarget: false, targetSeconds: 0.005 })
  })

  test('an excluded domain keeps its integer, and the rest is divided in the nearest steps', async () => {
    const solution = await optimiseWeights({ ...paperProblem, excluded: ['vm3'] })
    expect(solution.weights).toMatchObject({ 'Domain-0': 256, vm3: 256 })
    expect(solution.weights!.vm1! + solution.weights!.vm2!).toBe(512)
    // 2/3 holds 13.33 steps of 0.05, so 13 of 0.0513.
    expect(solution.stepShare).toBeCloseTo(2 / 39, 12)
    expect(codes(solution.warnings)).toEqual(['step-adjusted'])
  })

  test('a domain without arrivals keeps its share and has no prediction', async () => {
    const load = structuredClone(paperProblem.load)
    load.domains[1]!.arrivalRatePerSecond = 0
    const solution = await optimiseWeights({ ...paperProblem, load })
    expect(solution.weights!.vm2).toBe(256)
    expect(solution.predicted[1]!.modelSeconds).toBeNull()
    expect(codes(solution.warnings)).toContain('idle-domain-kept')
  })

  test('respects bounds', async () => {
    const bounds = { vm1: { maxShare: 0.32 }, vm3: { minShare: 0.3 } }
    const { shares } = await optimiseWeights({ ...paperProblem, bounds })
    expect(shares!.vm1).toBeLessThanOrEqual(0.32)
    expect(shares!.vm3).toBeGreaterThanOrEqual(0.3 - 1e-12)
  })
})

describe('sensitivity', () => {
  test('a further step for vm3 comes from where it costs least, at the reported cost', async () => {
    const { sensitivity, proof } = await optimiseWeights(paperProblem)
    const { stepUp, stepDown } = sensitivity.find(({ name }) => name === 'vm3')!
    for (const step of [stepUp!, stepDown!]) {
      const { vm1, vm2, vm3 } = step.shares!
      const s = 0.297 * vm1! + 0.297 * vm2! + 0.289 * vm3!
      const total = s * (1 / (45 * vm1!) + 1 / (45 * vm2!) + 1 / (170 * vm3!))
      expect(step.change).toBeCloseTo(total - proof.gridValue!, 12)
      expect(step.change).toBeGreaterThan(0)
    }
    expect(stepUp!.shares!.vm3).toBeCloseTo(0.25, 12)
    expect(stepDown!.shares!.vm3).toBeCloseTo(0.15, 12)
  })

  test('offers no step beyond a bound', async () => {
    const bounds = { vm3: { minShare: 0.2 } }
    const { sensitivity } = await optimiseWeights({ ...paperProblem, bounds })
    expect(sensitivity.find(({ name }) => name === 'vm3')!.stepDown).toBeNull()
  })

  test('reports a step that breaks a target as infeasible', async () => {
    // vm1 at 0.40: R = (0.297 (1 - w3) + 0.289 w3) / (0.4 x 45) = 16.41 ms; at 0.35, 18.8 ms.
    const solution = await optimiseWeights({
      ...paperProblem,
      mode: 'keep-targets',
      targets: { vm1: 0.0165, vm2: 0.0165 },
    })
    const vm1 = solution.sensitivity.find(({ name }) => name === 'vm1')!
    expect(vm1.stepDown).toEqual({ change: null, feasible: false, shares: null })
    expect(vm1.stepUp!.feasible).toBe(true)
  })
})

describe('meet all targets first', () => {
  const targeted: WeightProblem = { ...paperProblem, mode: 'keep-targets' }

  test('a target moves the optimum and is kept', async () => {
    const solution = await optimiseWeights({ ...targeted, targets: { vm3: 0.006 } })
    expect(solution.status).toBe('optimal')
    expect(solution.predicted[2]).toMatchObject({ meetsTarget: true, targetSeconds: 0.006 })
    expect(solution.shares!.vm3).toBeCloseTo(0.3, 12)
    expect(solution.proof.gridValue!).toBeGreaterThan(solution.companions.greedy!.totalDelaySeconds)
  })

  test('a factor scales the row: 66 ms at the current weights, so 60 ms requires a tenth less', async () => {
    // R of vm1 is 19.622 ms at equal weights: x0 = 0, S / (w lambda) = (0.883 / 3) / (45 / 3).
    const factor = 0.066 / 0.0196222
    const problem = { ...targeted, targets: { vm1: 0.06 }, factors: { vm1: factor } }
    const [vm1] = (await optimiseWeights(problem)).predicted
    expect(vm1!.meetsTarget).toBe(true)
    expect(vm1!.predictedSeconds! / vm1!.modelSeconds!).toBeCloseTo(factor, 9)
    const tighter = { ...problem, targets: { vm1: 0.03 } }
    expect((await optimiseWeights(tighter)).shares!.vm1).toBeGreaterThan(0.6)
  })

  test('proves infeasibility and names the smallest conflicts', async () => {
    const solution = await optimiseWeights({
      ...targeted,
      targets: { vm1: 0.011, vm2: 0.011, vm3: 0.2 },
    })
    expect(solution).toMatchObject({
      status: 'infeasible',
      shares: null,
      weights: null,
      conflicts: [['vm1', 'vm2']],
      proof: { engine: 'monotone-bounds' },
    })
  })

  test('a target that no share can reach conflicts with itself', async () => {
    const solution = await optimiseWeights({ ...targeted, targets: { vm1: 0.001, vm3: 0.2 } })
    expect(solution.conflicts).toEqual([['vm1']])
  })

  test('without time, returns the best known allocation, which keeps every target, as not proven', async () => {
    const load = drawnLoad(8, 7919)
    const currentWeights = equalWeights(load)
    const now = delayAware.estimate(load, currentWeights).domains.slice(0, 4)
    const targets = Object.fromEntries(
      now.map(({ name, responseTimeSeconds }) => [name, 0.8 * responseTimeSeconds!]),
    )
    const problem = { ...targeted, load, currentWeights, targets }
    const hurried = await optimiseWeights(problem, { timeLimitSeconds: 0, mostNodes: 0 })
    const { gap, bound, gridValue, cause } = hurried.proof
    expect(hurried.status).toBe('not-proven')
    expect(cause).toMatchObject({ code: 'time-limit', gap })
    expect(hurried.predicted.filter(({ meetsTarget }) => meetsTarget)).toHaveLength(4)
    expect(gap).toBeCloseTo(gridValue! / bound! - 1, 12)
    const patient = await optimiseWeights(problem)
    expect(patient).toMatchObject({ status: 'optimal', proof: { engine: 'branch-and-bound' } })
    const program = await optimiseWeights(problem, { mostNodes: 0 })
    expect(program).toMatchObject({ status: 'optimal', proof: { engine: 'milp' } })
    expect(program.weights).toEqual(patient.weights)
    expect(patient.proof.gridValue!).toBeGreaterThanOrEqual(bound! * (1 - 1e-9))
    expect(patient.proof.gridValue!).toBeLessThanOrEqual(gridValue! * (1 + 1e-9))
  })

  test('without time, proves optimality by relaxation when the greedy optimum keeps the targets', async () => {
    const solution = await optimiseWeights(
      { ...targeted, targets: { vm3: 0.02 } },
      { timeLimitSeconds: 0, mostNodes: 0 },
    )
    expect(solution).toMatchObject({ status: 'optimal', proof: { engine: 'relaxation', gap: 0 } })
  })
})

describe('rejects invalid problems', () => {
  const failing: [string, Partial<WeightProblem>, object][] = [
    ['a step that does not divide 1', { stepShare: 0.3 }, { code: 'invalid-step' }],
    [
      'an unknown domain',
      { targets: { vm9: 1 } },
      { code: 'unknown-domain', details: { name: 'vm9' } },
    ],
    ['a target of zero', { targets: { vm1: 0 } }, { code: 'invalid-number' }],
    [
      'bounds upside down',
      { bounds: { vm1: { minShare: 0.5, maxShare: 0.2 } } },
      { code: 'invalid-number' },
    ],
    [
      'minimum shares beyond 1',
      { bounds: { vm1: { minShare: 0.6 }, vm2: { minShare: 0.6 } } },
      { code: 'bounds-infeasible' },
    ],
    ['nothing free', { excluded: ['vm1', 'vm2', 'vm3'] }, { code: 'no-load' }],
    [
      'weights beyond 65535',
      { currentWeights: { 'Domain-0': 256, vm1: 60000, vm2: 60000, vm3: 60000 } },
      { code: 'weight-out-of-range' },
    ],
    [
      'a missing weight',
      { currentWeights: { 'Domain-0': 256, vm1: 256 } },
      { code: 'weight-missing' },
    ],
  ]
  test.each(failing)('%s', async (_, change, error) => {
    await expect(optimiseWeights({ ...paperProblem, ...change })).rejects.toMatchObject(error)
  })

  test('an objective other than the total delay, which needs a model', async () => {
    const asked = optimiseWeights({ ...paperProblem, objective: 'mean-over-requests' })
    await expect(asked).rejects.toMatchObject({ code: 'objective-needs-model' })
  })

  test('slowdown without the time alone', async () => {
    const aloneSeconds = { vm1: 0.007, vm2: 0.007 }
    const asked = optimiseWeights({ ...paperProblem, objective: 'mean-slowdown', aloneSeconds })
    await expect(asked).rejects.toMatchObject({
      code: 'invalid-number',
      details: { name: 'vm3' },
    })
  })

  test('a domain in two groups of alike domains', async () => {
    const alike = [
      ['vm1', 'vm2'],
      ['vm2', 'vm3'],
    ]
    const asked = optimiseWeights({ ...paperProblem, alike })
    await expect(asked).rejects.toMatchObject({ code: 'alike-twice', details: { name: 'vm2' } })
  })
})

describe('the step', () => {
  test('gives each domain two steps where the requested one leaves no choice, with a warning', async () => {
    for (const domains of [20, 21, 32]) {
      const load = drawnLoad(domains, 7)
      const problem = { ...paperProblem, load, currentWeights: equalWeights(load) }
      const solution = await optimiseWeights(problem)
      expect(solution.status).toBe('optimal')
      expect(solution.stepShare).toBeCloseTo(1 / (2 * domains), 12)
      expect(solution.warnings[0]).toMatchObject({ code: 'step-adjusted', steps: 2 * domains })
    }
    const load = drawnLoad(19, 7)
    const fitting = await optimiseWeights({
      ...paperProblem,
      load,
      currentWeights: equalWeights(load),
    })
    expect(fitting.stepShare).toBeCloseTo(0.05, 12)
    expect(fitting.warnings).toEqual([])
  })

  test('is the nearest that can be divided equally among alike domains', async () => {
    const pair = await optimiseWeights({ ...paperProblem, alike: [['vm2', 'vm1']] })
    expect(pair.stepShare).toBeCloseTo(0.05, 12)
    expect(pair.weights!.vm1).toBe(pair.weights!.vm2)
    // Twenty steps are not a multiple of three.
    const all = await optimiseWeights({ ...paperProblem, alike: [['vm1', 'vm2', 'vm3']] })
    expect(all.stepShare).toBeCloseTo(1 / 21, 12)
    expect(all.weights).toEqual(paperProblem.currentWeights)
    expect(codes(all.warnings)).toEqual(['step-adjusted'])
    // With vm3 kept, two thirds are 13.3 steps for two domains.
    const kept = { ...paperProblem, alike: [['vm1', 'vm2']], excluded: ['vm3'] }
    expect((await optimiseWeights(kept)).weights).toEqual(paperProblem.currentWeights)
  })
})

describe('cancelling', () => {
  const reason = new Error('the operator left')

  test('before it starts', async () => {
    const signal = AbortSignal.abort(reason)
    await expect(optimiseWeights(paperProblem, { signal })).rejects.toBe(reason)
  })
})
