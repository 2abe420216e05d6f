import { schedulability } from '@steelyard/model'
import { expect, it } from 'vitest'
import { remarkWords, verdictWords } from './real-time-words.ts'

const task = (name: string, periodMs: number, executionMs: number) => ({
  name,
  periodSeconds: periodMs / 1000,
  executionSeconds: executionMs / 1000,
})

it('names the fullest pCPU, or what is missing', () => {
  const verdict = (pCpus: number, ...realTime: ReturnType<typeof task>[]) =>
    verdictWords(schedulability({ pCpus, realTime }).verdict)
  expect(verdict(1, task('a', 10, 5), task('b', 20, 5))).toMatch(
    /^a and b need 75\.0 % of pCPU 0, the fullest one: every deadline can be met/,
  )
  expect(verdict(1, task('a', 10, 5), task('b', 20, 10.1))).toMatch(
    /^The real-time guests need 100\.5 % of a pCPU and the host has 1\. /,
  )
  expect(verdict(2, task('a', 10, 6), task('b', 10, 6), task('c', 10, 6))).toMatch(
    /some deadlines will be missed there\. Together they need 180\.0 % of a pCPU; /,
  )
})

it('names who has little slack, and how much', () => {
  const { remarks } = schedulability({ pCpus: 1, realTime: [task('a', 100, 70)] })
  expect(remarks.map(remarkWords)[0]).toContain('a can wait at most 30 ms in a period.')
})
