import { expect, test } from 'vitest'
import { simulate } from '../engine/simulate.ts'
import { credit, exponential, guest, poisson } from '../hosts.fixture.ts'
import { playWeights, type WeightRun } from './play-weights.ts'
import { underWeights } from './under-weights.ts'

const config = {
  pCpus: 1,
  scheduler: credit,
  domain0: { name: 'Domain-0', weight: 512 },
  guests: [
    guest('a', poisson(100), exponential(0.005), { weight: 128 }),
    guest('b', poisson(50), exponential(0.004)),
  ],
  changes: [{ atSeconds: 1, domain: 'a', weight: 1024 }],
}
const options = { horizonSeconds: 5, warmupSeconds: 1, drainSeconds: 2, threads: 2 }

const runs: WeightRun[] = [
  { weights: { a: 256, b: 256 }, seed: 1 },
  { weights: { a: 900, b: 100 }, seed: 1 },
  { weights: { a: 900, b: 100 }, seed: 2 },
  { weights: { 'Domain-0': 64, b: 1000 }, seed: 2 },
]

/** The result of `simulate`, computed here once more. */
function played({ weights, seed }: WeightRun) {
  const { domains } = simulate(underWeights(config, weights), { ...options, seed })
  return domains.slice(1).map(({ name, requests }) => {
    const { arrived, answered, responseTime, loggedTime } = requests!
    const times = ({ mean, p95, p99 }: typeof responseTime) => ({ mean, p95, p99 })
    return {
      name,
      arrived,
      answered,
      responseTime: times(responseTime),
      loggedTime: times(loggedTime),
    }
  })
}

test('weights replace the host’s own from the start', () => {
  const { changes, domain0, guests } = underWeights(config, { a: 1, 'Domain-0': 2 })
  expect(changes).toBeUndefined()
  expect([domain0, ...guests].map((domain) => domain!.weight)).toEqual([2, 1, undefined])
  expect(underWeights(config, {}).guests[0]!.weight).toBe(128)
})

test('results equal those of simulate, stage by stage', async () => {
  expect(await playWeights(config, runs, options)).toEqual(runs.map(played))
  const more = runs.map(({ weights }) => ({ weights, seed: 9 }))
  expect(await playWeights(config, more, options)).toEqual(more.map(played))
  expect(await playWeights(config, [], options)).toEqual([])
})

test('a seed gives the same requests, whatever the weights', async () => {
  const [even, skewed, other] = await playWeights(config, runs, { ...options, threads: 1 })
  const arrived = (times: typeof even) => times!.map((domain) => domain.arrived)
  expect(arrived(even)).toEqual(arrived(skewed))
  expect(arrived(even)).not.toEqual(arrived(other))
  expect(skewed![0]!.responseTime.mean).toBeLessThan(even![0]!.responseTime.mean!)
})

test('rejects an invalid configuration, and ends with the reason when aborted', async () => {
  const wrong = [{ weights: { a: 0 }, seed: 1 }]
  await expect(playWeights(config, wrong, options)).rejects.toMatchObject({
    code: 'invalid-number',
  })
  const reason = new Error('No longer wanted.')
  const controller = new AbortController()
  const long = { ...options, horizonSeconds: 1e7, signal: controller.signal }
  const search = playWeights(config, runs, long)
  setTimeout(() => controller.abort(reason), 20)
  await expect(search).rejects.toBe(reason)
})
