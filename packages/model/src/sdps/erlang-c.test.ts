import { expect, test } from 'vitest'
import { erlangC, manyServerResponseTimeSeconds } from './erlang-c.ts'

/** The textbook sum, (a^c / c!) (c / (c - a)) over itself plus sum a^k / k!. */
function bySum(servers: number, load: number): number {
  let term = 1
  let sum = 0
  for (let k = 0; k < servers; k++) {
    sum += term
    term *= load / (k + 1)
  }
  const all = (term * servers) / (servers - load)
  return all / (sum + all)
}

test.each([
  [1, 0.7],
  [2, 1.5],
  [8, 7.2],
  [32, 20],
])("Erlang's C of %d servers at %d Erlang is the textbook's", (servers, load) => {
  expect(erlangC(servers, load)).toBeCloseTo(bySum(servers, load), 12)
})

test('one server makes requests wait with probability rho, and at saturation all requests wait', () => {
  expect(erlangC(1, 0.42)).toBeCloseTo(0.42, 12)
  expect(erlangC(4, 4)).toBe(1)
  expect(manyServerResponseTimeSeconds(2, 200, 0.01)).toBe(Number.POSITIVE_INFINITY)
})

test('M/M/2 at rho = 0.5 takes 4/3 of the service time', () => {
  expect(manyServerResponseTimeSeconds(2, 100, 0.01)).toBeCloseTo(0.01 * (4 / 3), 12)
})
