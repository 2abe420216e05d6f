import { expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { exampleBasis } from '../prediction/example-basis.fixture.ts'
import { partTargets, withDefaults } from './soft-targets.ts'

const stated = [
  { domain: 'vm1', responseTimeSeconds: 0.18, throughputPerSecond: null, isSoft: false },
  { domain: 'vm2', responseTimeSeconds: 0.7, throughputPerSecond: 20, isSoft: true },
]

it('keeps soft times from verdicts, but not the throughput of their domains', () => {
  const { targets, softTargets } = partTargets(stated)
  expect(targets).toEqual([
    { domain: 'vm1', responseTimeSeconds: 0.18, throughputPerSecond: null },
    { domain: 'vm2', responseTimeSeconds: null, throughputPerSecond: 20 },
  ])
  expect(softTargets).toEqual([{ domain: 'vm2', seconds: 0.7, origin: 'asked' }])
})

const { load } = exampleLoad([{}, {}, {}])
const names = load.domains.map(({ name }) => name)
const measuredAs = (p95: number) =>
  new Map(names.map((name) => [name, { mean: p95 / 3, p95, p99: 2 * p95 }]))

function defaultsFor({
  all = stated,
  measured = measuredAs(0.3),
  softTargetMultiple = 2 as number | null,
}) {
  const { targets, softTargets } = partTargets(all)
  const settings = { softTargetMultiple, targetStatistic: 'p95' } as const
  return withDefaults(softTargets, {
    load,
    targets,
    measured,
    basis: exampleBasis({ load }),
    settings,
  })
}

it('gives a domain without any a multiple of the time it has now', () => {
  const found = defaultsFor({})
  expect(found[0]).toEqual({ domain: 'vm2', seconds: 0.7, origin: 'asked' })
  expect(found.slice(1)).toEqual(
    names
      .filter((name) => name !== 'vm1' && name !== 'vm2')
      .map((domain) => ({ domain, seconds: 0.6, origin: 'default' })),
  )
  expect(found.length).toBeGreaterThan(1)
})

it('takes what is predicted where nothing was measured', () => {
  const [, first] = defaultsFor({ measured: new Map(), softTargetMultiple: 3 })
  expect(first!.seconds).toBeCloseTo(3 * 0.06, 12)
})

it('gives none where no response time has a target, or where none are wanted', () => {
  const asked = { domain: 'vm2', seconds: 0.7, origin: 'asked' }
  expect(defaultsFor({ all: stated.slice(1) })).toEqual([asked])
  expect(defaultsFor({ softTargetMultiple: null })).toEqual([asked])
})
