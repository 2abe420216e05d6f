import { expect, it } from 'vitest'
import { type Contender, nextRun, type RiseRun } from './rise-result.ts'

const played = (run: number, contender: Contender) => ({ run, contender }) as RiseRun

it('plays each contender in turn, and then the next run', () => {
  expect(nextRun([], null)).toEqual({ run: 1, contender: 'nothing' })
  const first = [played(1, 'sandpiper'), played(1, 'nothing')]
  expect(nextRun(first, null)).toEqual({ run: 1, contender: 'ours' })
  expect(nextRun([...first, played(1, 'ours')], null)).toEqual({ run: 2, contender: 'nothing' })
})

it('plays one contender alone where that is asked for, until all its runs stand', () => {
  const runs = [1, 2, 3].map((run) => played(run, 'ours'))
  expect(nextRun(runs.slice(0, 1), 'ours')).toEqual({ run: 2, contender: 'ours' })
  expect(nextRun(runs, 'ours')).toBeNull()
})
