import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySituation } from './any-situation.fixture.ts'
import { isWithinWindows } from './change-windows.ts'
import { nextStep } from './next-step.ts'
import type { Situation } from './situation.ts'
import type { Step } from './step.ts'
import { wantedChanges } from './wanted-changes.ts'

const RUNS = { numRuns: 20_000 }

function always(holds: (situation: Situation, step: Step) => void): void {
  fc.assert(
    fc.property(anySituation, (situation) => holds(situation, nextStep(situation))),
    RUNS,
  )
}

const inBlackout = ({ policy, nowEpochSeconds: now }: Situation) =>
  policy.blackouts.some((each) => now >= each.fromEpochSeconds && now < each.toEpochSeconds)

test('the same situation leads to the same step, and nothing has a reason', () => {
  always((situation, step) => {
    expect(nextStep(structuredClone(situation))).toEqual(step)
    if (step.do === 'nothing') expect(step.because.code).toEqual(expect.any(String))
  })
})

test('nothing is written while stopped, off, in a dry run or in a blackout', () => {
  always((situation, step) => {
    if (step.do !== 'apply' && step.do !== 'roll-back') return
    expect(situation.stopped).toBeNull()
    expect(['approve', 'automatic']).toContain(situation.policy.mode)
    expect(situation.policy.dryRun).toBe(false)
    expect(inBlackout(situation)).toBe(false)
  })
})

test('nothing is applied outside windows, in cool-down or without being observed', () => {
  always((situation, step) => {
    if (step.do !== 'apply') return
    const { policy, nowEpochSeconds: now, lastChangedAtEpochSeconds: changed } = situation
    expect(isWithinWindows(policy.windows, policy.timeZone, now)).toBe(true)
    if (changed !== null) expect(now - changed).toBeGreaterThanOrEqual(policy.coolDownSeconds)
    expect(Math.abs(now - situation.observedToEpochSeconds!)).toBeLessThanOrEqual(120)
    expect(situation.pending!.canApply).toBe(true)
  })
})

test('nothing is applied without authority', () => {
  always(({ pending, policy, grant, nowEpochSeconds, ...situation }, step) => {
    if (step.do !== 'apply') return
    expect(pending!.lacksApproval).toBe(false)
    if (step.authority === 'approval') {
      expect(pending!.state).toBe('approved')
      return
    }
    expect(policy.mode).toBe('automatic')
    expect(grant!.expiresAtEpochSeconds).toBeGreaterThan(nowEpochSeconds)
    const [vm1, vm2] = wantedChanges(pending!)!
    const moved = vm1!.shareAfter - vm1!.shareBefore
    const ofAnalysis = moved > 0 ? 'vm1+ vm2-' : 'vm1- vm2+'
    const kind = pending!.relief ? 'vm2-' : ofAnalysis
    expect(grant!.coversNewKinds || situation.provenKinds.includes(kind)).toBe(true)
    expect(Math.abs(moved)).toBeLessThanOrEqual(grant!.bounds.largestStep + 0.005)
    const payer = moved > 0 ? vm2! : vm1!
    const { payers } = grant!.bounds
    if (payers && moved !== 0) expect(payers.map(({ domain }) => domain)).toContain(payer.domain)
    const back = situation.leftLately.some(({ shares }) => shares.vm1 === vm1!.shareAfter)
    expect(back).toBe(false)
  })
})

test('nobody is relieved again at once after an answer that changed nothing', () => {
  always(({ unchanging, nowEpochSeconds, policy }, step) => {
    if (step.do !== 'relieve' || unchanging === null) return
    const pause = unchanging.how === 'failed' ? policy.coolDownSeconds : 900
    expect(nowEpochSeconds - unchanging.endedAtEpochSeconds).toBeGreaterThanOrEqual(pause)
  })
})

test('nothing is rolled back but a worse outcome, with a grant', () => {
  always(({ pending, policy, grant, nowEpochSeconds }, step) => {
    if (step.do !== 'roll-back') return
    expect(pending!.state).toBe('worse')
    expect(policy.mode).toBe('automatic')
    expect(grant!.expiresAtEpochSeconds).toBeGreaterThan(nowEpochSeconds)
  })
})

test('never two things at once', () => {
  const from: Record<Step['do'], readonly (string | undefined)[] | null> = {
    nothing: null,
    relieve: [undefined, 'open'],
    analyse: [undefined, 'open'],
    drop: ['analysing'],
    plan: ['analysing'],
    offer: ['planning'],
    expire: ['analysing', 'planning', 'open', 'approved'],
    'would-apply': ['planning', 'open', 'approved'],
    apply: ['planning', 'open', 'approved'],
    'settle-outcome': ['applied'],
    'judge-outcome': ['applied'],
    'roll-back': ['worse'],
  }
  always(({ pending }, step) => {
    const states = from[step.do]
    if (states) expect(states).toContain(pending?.state)
  })
})

test('every step comes about, often enough for what must always hold to mean something', () => {
  const times = new Map<string, number>()
  for (const situation of fc.sample(anySituation, { ...RUNS, seed: 1 })) {
    const step = nextStep(situation).do
    times.set(step, (times.get(step) ?? 0) + 1)
  }
  expect(times.size).toBe(12)
  expect(Math.min(...times.values())).toBeGreaterThan(50)
})

test('what is analysed lies behind the last change and the last gap, and is not too short', () => {
  always(({ policy, ...situation }, step) => {
    if (step.do !== 'analyse') return
    const length = step.toEpochSeconds - step.fromEpochSeconds
    expect(length).toBeGreaterThanOrEqual(300)
    expect(length).toBeLessThanOrEqual(policy.lookBackSeconds)
    expect(step.toEpochSeconds).toBe(situation.observedToEpochSeconds)
    expect(step.fromEpochSeconds).toBeGreaterThanOrEqual(situation.observedFromEpochSeconds!)
    const changed = situation.lastChangedAtEpochSeconds ?? Number.NEGATIVE_INFINITY
    expect(step.fromEpochSeconds).toBeGreaterThanOrEqual(changed)
  })
})
