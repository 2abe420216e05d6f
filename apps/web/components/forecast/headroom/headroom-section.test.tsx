import type { Forecast, Headroom } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { render, rowsOf } from '../../../lib/testing/render.tsx'
import { HeadroomSection } from './headroom-section.tsx'

const headroom = (domain: string, more: Partial<Headroom> = {}): Headroom => ({
  domain,
  breaksAtFactor: null,
  limit: null,
  statement: 'handles at least ×2.00 the load',
  points: [
    { loadFactor: 1, responseTimeMs: 40 },
    { loadFactor: 2, responseTimeMs: 70 },
  ],
  ...more,
})
const section = (all: Headroom[]) =>
  render(
    <HeadroomSection
      forecast={
        {
          question: {
            domains: [],
            domain0Weight: 256,
            tsliceMs: null,
            ratelimitUs: 0,
            loadFactor: 1,
            overheadPercent: 0,
          },
          scheduler: 'credit2',
          pCpus: 2,
          predictor: 'twin',
          state: 'final',
          statement: '',
          domains: [],
          others: [],
          notSeen: [],
          headroom: all,
          headroomStatement: 'vm2 is the first to break.',
        } satisfies Forecast
      }
    />,
  )

it('names the domain that breaks first, and gives every curve as a table too', () => {
  const { html, text } = section([
    headroom('vm2', { statement: 'its queue grows without bound from ×1.60 on' }),
    headroom('vm1'),
  ])
  expect(text).toContain('vm2 is the first to break.')
  expect(text).toContain('vm2 its queue grows without bound from ×1.60 on')
  expect(text).toContain('vm1 handles at least ×2.00 the load')
  expect(rowsOf(html)).toEqual([
    ['Load', 'vm2', 'vm1'],
    ['×1.00', '40.0 ms', '40.0 ms'],
    ['×2.00', '70.0 ms', '70.0 ms'],
  ])
})

it('draws six curves at first and offers the others', () => {
  const domains = Array.from({ length: 8 }, (_, index) => headroom(`vm${index + 1}`))
  expect(section(domains).text).toContain('2 more domains, with more headroom')
  expect(section(domains.slice(0, 6)).text).not.toContain('more domains')
})

it('is left out where nothing can be drawn', () => {
  expect(section([headroom('vm1', { points: [] })]).text).toBe('')
})
