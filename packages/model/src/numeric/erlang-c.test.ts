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

test('beyond saturation all requests wait, without end', () => {
  expect(erlangC(2, 3)).toBe(1)
  expect(erlangC(1, 1.5)).toBe(1)
  expect(manyServerResponseTimeSeconds(2, 300, 0.01)).toBe(Number.POSITIVE_INFINITY)
})

test('nobody waits without load, and more servers make fewer wait', () => {
  expect(erlangC(3, 0)).toBe(0)
  expect(manyServerResponseTimeSeconds(3, 0, 0.01)).toBe(0.01)
  for (const load of [0.5, 1.5, 1.9]) {
    const waits = [2, 3, 4, 8].map((servers) => erlangC(servers, load))
    expect(waits).toEqual(waits.toSorted((a, b) => b - a))
    expect(new Set(waits).size).toBe(4)
  }
})
