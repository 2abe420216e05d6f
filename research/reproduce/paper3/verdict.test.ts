import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { reproducePaper3 } from '../paper3.ts'
import { pathsOf } from '../write-papers.ts'
import { guesses, type Outcome, type Policy } from './tasks.ts'
import { over, verdict } from './verdict.ts'

const root = path.join(import.meta.dirname, '../../..')

const outcome = (missedPart: number): ReadonlyMap<Policy, Outcome> =>
  new Map([['credit', { tasks: 100, free: 0, missedPart, unitsPerSecond: 1 }]])
const outcomes = [0.1, 0.02, 1].map(outcome)

test('a claim is reproduced only when it holds under every guess', () => {
  const below = (bound: number) => verdict(outcomes, (of) => of('credit').missedPart < bound)
  expect(below(2)).toEqual({ status: 'reproduced', difference: 'holds under 3 of 3 guesses' })
  expect(below(0.5)).toEqual({ status: 'partly', difference: 'holds under 2 of 3 guesses' })
  expect(below(0)).toEqual({ status: 'not reproduced', difference: 'holds under 0 of 3 guesses' })
})

test('figures span all guesses, by size', () => {
  expect(over(outcomes, (of) => `${100 * of('credit').missedPart} %`)).toBe('2 % to 100 %')
  expect(over([outcome(1)], () => 'all')).toBe('all')
})

test('paper 3 comes out: every guess is shown, and code exists behind every row', async () => {
  const { rows } = await reproducePaper3(2)
  const files = rows.flatMap(({ implementedIn }) => pathsOf(implementedIn))
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  expect(rows.filter(({ where }) => where.startsWith('figs 2 and 3, '))).toHaveLength(
    guesses.length,
  )
  const rtds = rows.find(({ where }) => where.endsWith('since 4.5: RTDS'))!
  expect(rtds.ours).toBe('0 % of the jobs missed')
})
