import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../session/open-pool.ts'
import type { XapiPool } from '../session/xapi-pool.ts'
import { type PoolDouble, poolDouble } from '../testing/index.ts'
import { readStoredWeight, restoreStoredWeight, setStoredWeight } from './set-stored-weight.ts'

let double: PoolDouble
let pool: XapiPool
beforeAll(async () => {
  double = await poolDouble({
    guests: [{ name: 'web', params: { weight: 'nonsense', mask: '0,1' } }],
  })
  pool = openPool(double.options)
})
afterAll(async () => {
  await pool.close()
  await double.close()
})

const guest = () => ({
  uuid: String(double.state.database.get('VM', double.state.guestNamed('web')).uuid),
})
const stored = () => double.state.database.get('VM', double.state.guestNamed('web')).VCPUs_params

test('sets weight and cap, keeps the mask, and gives back what stood there', async () => {
  const { before, after } = await setStoredWeight(pool, guest(), { weight: 512, cap: 80 })
  expect(before).toMatchObject({ weight: null, cap: null, mask: '0,1' })
  expect(after).toMatchObject({ weight: 512, cap: 80, mask: '0,1' })
  expect(double.seen.map(({ method }) => method)).not.toContain('VM.set_VCPUs_params')
  await restoreStoredWeight(pool, guest(), before)
  expect(stored()).toEqual({ weight: 'nonsense', mask: '0,1' })
})

test('whatever is set, it stands there afterwards', () =>
  fc.assert(
    fc.asyncProperty(
      fc.option(fc.integer({ min: 1, max: 65_535 })),
      fc.option(fc.integer({ min: 0, max: 65_535 })),
      async (weight, cap) => {
        await setStoredWeight(pool, guest(), { weight, cap })
        expect(await readStoredWeight(pool, guest())).toMatchObject({ weight, cap, mask: '0,1' })
      },
    ),
    { numRuns: 20 },
  ))

test.each([
  { weight: 0, cap: 0 },
  { weight: 1.5, cap: 0 },
  { weight: 65_536, cap: 0 },
  { weight: 256, cap: -1 },
])('refuses %o before anything is sent, because XAPI refuses nothing', async (wish) => {
  const sent = double.seen.length
  await expect(setStoredWeight(pool, guest(), wish)).rejects.toMatchObject({
    code: 'invalid-argument',
  })
  expect(double.seen).toHaveLength(sent)
})

test('where XAPI shows something else than was set, what stood there comes back', async () => {
  await setStoredWeight(pool, guest(), { weight: 256, cap: 0 })
  let reads = 0
  double.faults.answer = (method) => {
    const isSecondLook = method === 'VM.get_VCPUs_params' && ++reads === 2
    return isSecondLook ? '{"jsonrpc":"2.0","id":1,"result":{"weight":"7"}}' : undefined
  }
  await expect(setStoredWeight(pool, guest(), { weight: 300, cap: 0 })).rejects.toMatchObject({
    code: 'not-as-set',
  })
  double.faults.answer = () => undefined
  expect(stored()).toEqual({ weight: '256', cap: '0', mask: '0,1' })
})
