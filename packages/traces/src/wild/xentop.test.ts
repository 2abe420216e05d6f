import { describe, expect, test } from 'vitest'
import type { Answers } from '../detect/detection.ts'
import { refusalOf } from '../read-text.fixture.ts'
import { cpuOf, readAsUploaded, wild } from './read-upload.fixture.ts'

const START = Date.UTC(2026, 10, 20, 9) / 1000
const ASKED: Partial<Answers> = { startEpochSeconds: START, intervalSeconds: 1 }
/** Mean pCPUs over the 240 s from 09:00:00 UTC. */
const TRUTH = { 'Domain-0': 0.1392, web1: 0.9602, db1: 0.3486 }

async function read(trait: string, answers: Partial<Answers> = {}) {
  return readAsUploaded('xentop.log', await wild(`${trait}/xentop.log`), answers)
}

describe('the same four minutes of xentop', () => {
  test.each<[string, Partial<Answers>, number]>([
    ['common', ASKED, 4],
    ['xentop-repeat-header', ASKED, 4],
    ['xentop-utf16', ASKED, 4],
    ['xentop-ts', {}, 4],
    // CPU(sec) is cut to whole seconds.
    ['xentop-loop-i1', ASKED, 2],
    ['xentop-loop-i1', {}, 2],
    ['xentop-loop-i2', ASKED, 1],
  ])('%s', async (trait, answers, digits) => {
    const { questions, set } = await read(trait, answers)
    expect(questions).toEqual([])
    for (const [domain, pCpus] of Object.entries(TRUTH)) {
      const found = cpuOf(set, domain)
      expect(found.pCpus, domain).toBeCloseTo(pCpus, digits)
      expect(found.from).toBe(START)
      expect(found.seconds).toBeGreaterThan(228)
      expect(found.seconds).toBeLessThan(242)
    }
  })

  test('with names outside Latin', async () => {
    const { report } = await read('xentop-unicode', ASKED)
    expect(report.domains).toEqual(['Domain-0', 'БД сервер №2', '쇼핑몰 웹 1'])
  })

  test('two runs in one file are refused, with the line', async () => {
    const error = await refusalOf(read('xentop-appended', ASKED))
    expect(error.where.line).toBe(246)
    expect(error.message).toContain('several runs of xentop')
  })
})
