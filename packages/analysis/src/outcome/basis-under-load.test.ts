import { expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { exampleBasis } from '../prediction/example-basis.fixture.ts'
import { basisUnderLoad } from './basis-under-load.ts'

/** Two domains at this rate, over so many seconds. */
function loadOf(arrivalRatePerSecond: number, seconds: number) {
  const { load } = exampleLoad([{ arrivalRatePerSecond }, { arrivalRatePerSecond }])
  return exampleLoad(undefined, { load, levels: [{ load, seconds }] })
}

const known = loadOf(30, 600)
const basis = exampleBasis(known, { hostUtilisation: 0.6, chance: { vm1: 0.1 } })

it('changes nothing where the load is the same for as long', () => {
  const same = basisUnderLoad(basis, { known, came: loadOf(30, 600) })
  expect(same.chance.vm1).toBeCloseTo(0.1, 12)
  expect(same.hostUtilisation).toBeCloseTo(0.6, 12)
})

it('a quarter of the time has twice the relative scatter', () => {
  const { chance } = basisUnderLoad(basis, { known, came: loadOf(30, 150) })
  expect(Math.expm1(chance.vm1! ** 2)).toBeCloseTo(4 * Math.expm1(0.1 ** 2), 9)
})

it('a busier host is further off, and a full one has the most chance that there is', () => {
  const busier = basisUnderLoad(basis, { known, came: loadOf(40, 600) })
  expect(busier.hostUtilisation).toBeCloseTo(0.8, 12)
  expect(busier.chance.vm1).toBeGreaterThan(0.1)
  expect(basisUnderLoad(basis, { known, came: loadOf(60, 600) })).toMatchObject({
    hostUtilisation: 1,
    chance: { vm1: 0.85 },
  })
})
