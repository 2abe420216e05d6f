import type { LabVariant } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { missesOf, missesVerdict } from './misses.ts'

function variant(label: string, stockXen: boolean, missed: number, share: number): LabVariant {
  const domain = {
    mean: null,
    p95: null,
    change: null,
    pCpus: null,
    cdf: [],
    requestsPerSecond: null,
    wakeToRunMs: null,
  }
  const domains = [
    { ...domain, name: 'Domain-0', cpuShare: 0.1, deadlines: null },
    { ...domain, name: 'rt1', cpuShare: 0.7, deadlines: { jobs: 100, missed } },
    { ...domain, name: 'vm1', cpuShare: share, deadlines: null },
  ]
  return {
    id: label,
    label,
    stockXen,
    meaning: '',
    domains,
    meanMs: null,
    fairness: null,
    bandwidth: null,
  }
}

const credit = variant('Credit', true, 50, 0.6)
const rtCredit = variant('RT-Credit', false, 0, 0.54)
const caps = variant('Caps', true, 10, 0.54)

it('counts units of the other domains only', () => {
  expect(missesOf([credit], 60)).toEqual([
    { variant: credit, jobs: 100, missed: 50, unitsPerSecond: 10 },
  ])
})

it('names the policy that misses fewest deadlines, its price, and what stock Xen can do', () => {
  expect(missesVerdict(missesOf([credit, caps, rtCredit], 60))).toEqual({
    headline:
      '“RT-Credit” misses 0 % of the deadlines (“Credit” 50.0 %). It leaves the others 9.00 units a second, 10.0 % fewer. No released Xen can do this.',
    instead:
      'What stock Xen can do: “Caps” misses 10.0 % of the deadlines (“Credit” 50.0 %). It leaves the others 9.00 units a second, 10.0 % fewer.',
  })
})

it('reports that nothing helps', () => {
  expect(missesVerdict(missesOf([caps, credit], 60)).headline).toBe(
    'Nothing misses fewer deadlines than “Caps”: 10.0 %.',
  )
})
