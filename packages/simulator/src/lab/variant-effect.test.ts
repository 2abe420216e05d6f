import { expect, test } from 'vitest'
import type { TwinConfig } from '../config/twin-config.ts'
import { simulate } from '../engine/simulate.ts'
import { constant, credit, guest, poisson } from '../hosts.fixture.ts'
import { leverLab } from './lever-lab.ts'
import { variantEffect } from './variant-effect.ts'

const host: TwinConfig = {
  pCpus: 1,
  scheduler: credit,
  domain0: { name: 'Domain-0' },
  guests: [
    guest('a', poisson(10), constant(0.005)),
    guest('b', poisson(10), constant(0.005)),
    guest('c', poisson(40), constant(0.01)),
  ],
}
const runsOf = (id: string, config: TwinConfig) => ({
  id,
  results: [1, 2, 3].map((seed) => simulate(config, { seed, horizonSeconds: 40 })),
})
const now = runsOf('as-it-is', host)

test('ignores a guest that has left, before and after', () => {
  const { config } = leverLab(host).find(({ id }) => id === 'without-c')!
  const effect = variantEffect(runsOf('without-c', config), now)
  const meanOfStaying = now.results.map(({ domains }) => {
    const requests = domains.flatMap(({ name, requests }) =>
      requests && name !== 'c' ? [requests] : [],
    )
    const answered = requests.reduce((sum, each) => sum + each.answered, 0)
    return (
      requests.reduce((sum, each) => sum + each.answered * each.responseTime.mean!, 0) / answered
    )
  })
  const before = meanOfStaying.reduce((sum, each) => sum + each, 0) / 3
  expect(effect.changeSeconds!.mean).toBeCloseTo(effect.meanSeconds!.mean - before, 12)
  expect(effect.isReal).toBe(true)
  const back = variantEffect(now, runsOf('without-c', config))
  expect(back.changeSeconds!.mean).toBeCloseTo(-effect.changeSeconds!.mean, 12)
})

test('reports a change of zero, not significant, for the same host and seeds', () => {
  const effect = variantEffect({ ...now, id: 'twice' }, now)
  expect(effect.changeSeconds).toEqual({ mean: 0, halfWidth: 0 })
  expect(effect.isReal).toBe(false)
  expect(variantEffect(now, now).changeSeconds).toBeNull()
  expect(variantEffect(now, undefined).changeSeconds).toBeNull()
})

test('reports a queue that grows without bound', () => {
  const full = { ...host, guests: [guest('a', poisson(150), constant(0.01))] }
  expect(variantEffect(runsOf('full', full), undefined).isOverloaded).toBe(true)
})
