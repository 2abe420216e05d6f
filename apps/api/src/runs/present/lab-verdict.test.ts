import type { LabDomain, LabVariant } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { expect, it } from 'vitest'
import { wholeMeanMs } from '../serialise-run.ts'

function domain(name: string, ms: number, change: [number, number] = [0, 0]): LabDomain {
  return {
    name,
    mean: { ms, lowMs: ms - 1, highMs: ms + 1 },
    p95: null,
    change: { ms: (change[0] + change[1]) / 2, lowMs: change[0], highMs: change[1] },
    pCpus: null,
    cdf: [],
    cpuShare: 0.1,
    requestsPerSecond: 10,
    wakeToRunMs: null,
    deadlines: null,
  }
}

function variant(label: string, stockXen: boolean, ...domains: LabDomain[]): LabVariant {
  const meanMs = wholeMeanMs({ domains })
  return { id: label, label, stockXen, meaning: '', domains, meanMs, fairness: 1, bandwidth: null }
}

/** Another variant, or the same with other domains. */
const like = (one: LabVariant, changes: Partial<LabVariant>): LabVariant => {
  const variant = { ...one, ...changes }
  return { ...variant, meanMs: wholeMeanMs(variant) }
}

const now = variant('As it is', true, domain('vm1', 40), domain('vm2', 20))
const loan = variant('Loan', false, domain('vm1', 20, [-22, -18]), domain('vm2', 22, [1, 3]))
const weight = variant('Weight', true, domain('vm1', 30, [-12, -8]), domain('vm2', 20))

it('weighs means by requests, and has none without requests', () => {
  expect(wholeMeanMs(now)).toBe(30)
  const rare = { ...domain('vm1', 40), requestsPerSecond: 30 }
  expect(wholeMeanMs({ domains: [rare, domain('vm2', 20)] })).toBe(35)
  expect(wholeMeanMs({ domains: [{ ...rare, mean: null }] })).toBeNull()
})

it('begins with what a released Xen can do, however much more another policy would help', () => {
  expect(words.runs.labVerdict([now, weight, loan])).toEqual({
    headline:
      '“Weight” helps most of what a released Xen can do: the mean over all requests goes from 30.0 ms to 25.0 ms; vm1 becomes faster.',
    more: ['“Loan” would bring the mean to 21.0 ms; no released Xen can do it.'],
  })
})

it('says no more where nothing else helps more', () => {
  expect(words.runs.labVerdict([now, weight]).more).toEqual([])
})

it('is silent about policies that help less than what a released Xen can do', () => {
  const credit2 = like(loan, {
    label: 'Credit2',
    stockXen: true,
    domains: [domain('vm1', 10, [-32, -28])],
  })
  expect(words.runs.labVerdict([now, loan, credit2]).more).toEqual([])
})

it('singles out variants that are fast because the others lose their shares', () => {
  const alone = like(loan, { label: 'Alone', stockXen: true, fairness: 0.5 })
  expect(words.runs.labVerdict([now, weight, alone])).toEqual({
    headline:
      '“Weight” helps most of what a released Xen can do: the mean over all requests goes from 30.0 ms to 25.0 ms; vm1 becomes faster.',
    more: [
      'Stock Xen can go further at the others’ expense: “Alone” brings the mean to 21.0 ms, and fairness from 1.00 to 0.500.',
    ],
  })
  expect(words.runs.labVerdict([now, alone]).headline).toBe(
    'No variant answers faster than “As it is” beyond chance and leaves the others their shares.',
  )
})

it('names a variant that helps one domain where none helps all requests', () => {
  const weight4 = variant(
    'Weight of vm1 × 4',
    true,
    domain('vm1', 14, [-24, -20]),
    domain('vm2', 90, [60, 80]),
  )
  const weight2 = like(weight4, {
    label: 'Weight of vm1 × 2',
    domains: [domain('vm1', 30, [-12, -8]), domain('vm2', 40, [-1, 41])],
  })
  expect(words.runs.labVerdict([now, weight2, weight4]).headline).toBe(
    'Nothing that a released Xen can do lowers the mean over all requests of “As it is” beyond chance. But “Weight of vm1 × 4” makes vm1 faster: 40.0 ms to 14.0 ms, while vm2 becomes slower.',
  )
  expect(words.runs.labVerdict([now, weight2]).headline).toMatch(
    /But “Weight of vm1 × 2” makes vm1 faster: 40.0 ms to 30.0 ms\.$/,
  )
})

it('does not mistake chance for help', () => {
  const luck = variant('Luck', true, domain('vm1', 39, [-3, 1]), domain('vm2', 20))
  expect(words.runs.labVerdict([now, luck]).headline).toBe(
    'No variant answers faster than “As it is” beyond chance.',
  )
  expect(words.runs.labVerdict([now, luck, loan])).toEqual({
    headline: 'Nothing that a released Xen can do here answers faster beyond chance.',
    more: [
      '“Loan” helps most: the mean over all requests goes from 30.0 ms to 21.0 ms; vm1 becomes faster, vm2 becomes slower. No released Xen can do this.',
    ],
  })
  expect(words.runs.labVerdict([now]).headline).toBe('There is nothing to compare with here.')
})
