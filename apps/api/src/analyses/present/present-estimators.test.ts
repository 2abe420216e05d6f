import type { Twin } from '@steelyard/contract'
import { ESTIMATORS, type HostLoad } from '@steelyard/model'
import { expect, it } from 'vitest'
import { presentEstimators } from './present-estimators.ts'

const load: HostLoad = {
  domains: [{ name: 'vm1', arrivalRatePerSecond: 45, serviceTimeSeconds: 0.0066 }],
  domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
  pCpus: 1,
}

it('lists every erratum once, including those that an assumption names', () => {
  const assumed = Object.values(ESTIMATORS).map(({ id, estimate }) => ({
    estimator: id,
    assumptions: estimate(load, { 'Domain-0': 256, vm1: 256 }, {}).assumptions,
  }))
  const told = presentEstimators(assumed, { state: 'done', reason: null } as Twin)
  const ids = told.flatMap((estimator) => estimator.errata.map((erratum) => erratum.id))
  expect(ids.sort()).toEqual(Array.from({ length: 15 }, (_, i) => `E0.${i + 1}`).sort())
  const named = told.flatMap(({ assumptions }) => assumptions.join().match(/E0\.\d+/g) ?? [])
  expect(new Set(named)).toEqual(new Set(['E0.5', 'E0.6', 'E0.7', 'E0.8', 'E0.12']))
  expect(ids).toEqual(expect.arrayContaining(named))
})
