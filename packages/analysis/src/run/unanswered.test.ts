import { expect, it } from 'vitest'
import { unansweredIn } from './unanswered.ts'

const domain = (name: string, arrived: number, answered: number) =>
  ({ name, requests: { arrived: { mean: arrived }, answered: { mean: answered } } }) as never

it('names domains that leave more than one request in a hundred without an answer', () => {
  const domains = [domain('kept', 1000, 991), domain('growing', 1000, 900), domain('all', 50, 50)]
  const [found, ...others] = unansweredIn({ domains })
  expect(others).toEqual([])
  expect(found!.domain).toBe('growing')
  expect(found!.fraction).toBeCloseTo(0.1, 12)
  expect(unansweredIn({ domains: [domain('just', 1000, 989)] })).toHaveLength(1)
})

it('leaves out domains without requests', () => {
  const silent = { name: 'silent', requests: null } as never
  expect(unansweredIn({ domains: [silent, domain('idle', 0, 0)] })).toEqual([])
})
