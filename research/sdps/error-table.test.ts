import { expect, test } from 'vitest'
import { domainOf, hostOf } from './checked-host.fixture.ts'
import { errorsIn } from './error-table.ts'
import { groupsOf } from './groups.ts'
import { scatterOf } from './scatter.ts'

const sdpsByPeer = { model: 'sdps', truth: 'peer', clock: 'client' } as const
const off = (estimated: number, played: number[]) =>
  domainOf({ sdps: { client: [estimated] }, peer: { client: played } })

test('errors by hand: a host of four domains counts no more than a host of one', () => {
  const small = hostOf([off(1.5, [1])])
  const large = hostOf([off(0.9, [1]), off(0.8, [1, 1]), off(2, [2]), off(1.1, [0.5, 1.5])])
  const { domains, missing, median, mean, bias } = errorsIn([small, large], sdpsByPeer)
  expect([domains, missing]).toEqual([5, 0])
  expect(mean).toBeCloseTo(0.5 * 0.5 + 0.5 * ((0.1 + 0.2 + 0 + 0.1) / 4), 12)
  expect(median).toBeCloseTo(0.2, 12)
  // -0.2, -0.1, 0 and 0.1 have an eighth of the weight each; 0.5 has the other half.
  expect(bias).toBeCloseTo(0.1, 12)
})

test('a domain without an answer is counted as such and left out', () => {
  const none = domainOf({ sdps: { client: [] }, peer: { client: [1] } })
  expect(errorsIn([hostOf([none, off(3, [2])])], sdpsByPeer)).toMatchObject({
    domains: 1,
    missing: 1,
    median: 0.5,
    mean: 0.5,
  })
})

test('the clock that is asked about, and whose times count as true', () => {
  const domain = domainOf({
    sdps: { client: [9], logged: [3] },
    peer: { client: [9], logged: [2] },
    twin: { client: [6], logged: [9] },
  })
  const errorOf = (truth: 'peer' | 'twin', clock: 'client' | 'logged') =>
    errorsIn([hostOf([domain])], { model: 'sdps', truth, clock }).bias
  expect(errorOf('peer', 'logged')).toBeCloseTo(0.5, 12)
  expect(errorOf('twin', 'client')).toBeCloseTo(0.5, 12)
})

test('what chance leaves in a mean of two runs that are 10 % off it to either side', () => {
  expect(scatterOf([hostOf([off(1, [0.9, 1.1])])])).toBeCloseTo(0.1, 12)
})

test('every host is in one band of load, in one by pCPUs, and among all', () => {
  const hosts = [0.3, 0.5, 0.69, 0.7, 0.85, 0.919].map((utilisation, index) =>
    hostOf([], { utilisation, pCpus: 1 + (index % 3), seed: index }),
  )
  const groups = groupsOf(hosts)
  for (const host of hosts) {
    expect(groups.filter(({ hosts: own }) => own.includes(host))).toHaveLength(3)
  }
  expect(groups.map(({ kind, hosts: own }) => [kind, own.length])).toEqual([
    ['< 50 %', 1],
    ['50-70 %', 2],
    ['70-85 %', 1],
    ['>= 85 %', 2],
    ['one pCPU', 2],
    ['2-4 pCPUs', 4],
    ['all', 6],
  ])
})
