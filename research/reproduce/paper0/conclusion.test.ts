import { expect, test } from 'vitest'
import type { Contender, Result, View } from '../../../bench/index.ts'
import { conclusionRows } from './conclusion.ts'
import { playedFamilies } from './played-loop.ts'

const view = (missed: number): View => ({
  missedOfTime: missed,
  missedOfRequests: missed,
  oscillations: 0,
  bad: 0,
  badLeftStanding: 0,
  reliefSeconds: [],
})

const result = (contender: Contender, missed: number, more: Partial<Result> = {}): Result => ({
  family: 'payer',
  host: 'fluid',
  seed: 3001,
  days: 2,
  contender,
  clients: view(missed),
  log: view(missed / 2),
  changes: 4,
  rollBacks: 0,
  payers: { overloaded: null, otherwise: null },
  episodes: null,
  counts: null,
  cpuSeconds: 1,
  ...more,
})

const everybody = (ours: number, more: Partial<Result> = {}) => [
  result('nothing', 0.2, more),
  result('sandpiper', 0.1, more),
  result('sandpiper-guarded', 0.12, more),
  result('paper', 0.3, more),
  result('ours', ours, more),
]

test('the procedure that misses more than nothing done is not reproduced', () => {
  const [byPaper] = conclusionRows(playedFamilies(everybody(0.05)))
  expect(byPaper!.status).toBe('not reproduced')
  expect(byPaper!.ours).toContain('payer 20.0 % / 10.0 % / 30.0 %')
})

test('each family answers for itself, and those where a claim fails are named', () => {
  const results = [...everybody(0.05), ...everybody(0.11, { family: 'turns' })]
  const [, byLoop] = conclusionRows(playedFamilies(results))
  expect(byLoop!.status).toBe('partly')
  expect(byLoop!.difference).toContain('as published, payer: yes; turns: no;')
  expect(byLoop!.difference).toContain(
    'fewer requests than SandPiper in each of 2 families (not in turns): no',
  )
  expect(byLoop!.difference).toContain('Domain-0 its part, in each of 2 families: yes')
})

test('a host that not everybody was played on does not count', () => {
  const results = [...everybody(0.05), result('nothing', 0.9, { seed: 3002 })]
  const [family] = playedFamilies(results)
  expect(family!.nothing.clients!.missedOfTime).toBeCloseTo(0.2)
  expect(family!.paper!.days).toBe(2)
  const withoutPaper = everybody(0.05).filter(({ contender }) => contender !== 'paper')
  expect(playedFamilies(withoutPaper)[0]!.paper).toBeNull()
})

test('where a host does not know its clients, the log counts', () => {
  const results = everybody(0.05, { host: 'sdps', clients: null })
  const [, byLoop] = conclusionRows(playedFamilies(results))
  expect(byLoop!.ours).toContain('payer, SDPS with noise (2 days) 10.0 % / 5.00 % / 2.50 %')
})

test('without a host that everybody was played on nothing can be said', () => {
  expect(() => conclusionRows(playedFamilies([result('ours', 0.1)]))).toThrow('played.jsonl')
})
