import { RealTimeSet } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { assessRealTime } from './assess-real-time.ts'

/** The task of paper 3, T(100,70), once per pCPU. */
const paper = (pCpus: number, others: string[], allowancePercent = 0) =>
  RealTimeSet.parse({
    pCpus,
    allowancePercent,
    realTime: Array.from({ length: 2 }, (_, index) => ({
      name: `rt${index}`,
      periodMs: 100,
      executionMs: 70,
    })),
    others: others.map((name) => ({ name })),
  })

describe('assessRealTime', () => {
  it('caps the others at what is left, pCPU by pCPU', () => {
    const { schedulable, caps, pCpus, utilisation, hindrance } = assessRealTime(
      paper(2, ['vm1', 'vm2', 'vm3']),
    )
    expect([schedulable, hindrance]).toEqual([true, null])
    expect(utilisation).toBeCloseTo(1.4, 12)
    expect(pCpus.map(({ realTime }) => realTime)).toEqual([['rt0'], ['rt1']])
    for (const { pCpu, others } of pCpus) {
      const here = caps!.filter(({ parts }) => parts.some((part) => part.pCpu === pCpu))
      expect(here.map(({ domain }) => domain)).toEqual(others)
      expect(here.reduce((sum, { capPercent }) => sum + capPercent, 0)).toBe(30)
    }
  })

  it('advises reservations in microseconds that cover the work', () => {
    const { reservations } = assessRealTime(paper(2, []))
    expect(reservations.map(({ domain }) => domain)).toEqual(['rt0', 'rt1'])
    for (const { periodUs, budgetUs } of reservations) {
      expect(budgetUs / periodUs).toBeGreaterThanOrEqual(0.7)
      expect(budgetUs).toBeLessThanOrEqual(periodUs)
    }
  })

  it('gives a domain with several vCPUs the pCPUs that no other domain needs', () => {
    const set = paper(8, ['db'])
    const { caps } = assessRealTime({ ...set, others: [{ ...set.others[0]!, vCpus: 4 }] })
    expect(caps!.map(({ capPercent }) => capPercent)).toEqual([400])
  })

  it('states that a real-time domain is judged by one vCPU, and plans no cpupool for more', () => {
    const set = paper(4, [])
    const [first, second] = set.realTime
    const found = assessRealTime({ ...set, realTime: [{ ...first!, vCpus: 2 }, second!] })
    expect(found.remarks[0]).toMatch(/^rt0 has 2 vCPUs: only one/)
    expect(found.poolPCpus).toBeNull()
  })

  it('plans a cpupool where it leaves a pCPU to the others', () => {
    expect(assessRealTime(paper(2, [])).poolPCpus).toBeNull()
    expect(assessRealTime(paper(3, [])).poolPCpus).toEqual([1, 2])
  })

  it('gives the reason with figures why there are no caps', () => {
    const { schedulable, caps, hindrance, statement } = assessRealTime(paper(1, ['vm1']))
    expect([schedulable, caps]).toEqual([false, null])
    expect(statement).toMatch(/140\.0 %/)
    expect(hindrance).toBe(statement)
  })

  it('gives each job more CPU time than stated, a tenth by default', () => {
    const { utilisation, caps, reservations, remarks } = assessRealTime(paper(2, ['vm1'], 20))
    expect(utilisation).toBeCloseTo(2 * 0.84, 12)
    expect(caps!.map(({ capPercent }) => capPercent)).toEqual([16])
    for (const { periodUs, budgetUs } of reservations) {
      expect(budgetUs / periodUs).toBeGreaterThanOrEqual(0.84)
    }
    expect(remarks.at(-1)).toMatch(/^Each job is given 20 % more CPU time than stated/)
    expect(RealTimeSet.shape.allowancePercent.parse(undefined)).toBe(10)
  })

  it('states what does not fit because of the allowance', () => {
    const found = assessRealTime(paper(2, ['vm1'], 50))
    expect([found.schedulable, found.caps]).toEqual([false, null])
    expect(found.statement).toMatch(/^The real-time guests need 210\.0 % of a pCPU/)
    for (const { periodUs, budgetUs } of found.reservations) {
      expect(budgetUs).toBeLessThanOrEqual(periodUs)
    }
  })

  it('refuses two domains with the same name', () => {
    const reason = 'There are two guests rt0.'
    expect(() => assessRealTime(paper(2, ['rt0']))).toThrow(
      expect.objectContaining({
        options: { code: 'invalid', invalidParams: [{ name: 'body', reason }] },
      }),
    )
  })
})
