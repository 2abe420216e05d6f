import { expect, it } from 'vitest'
import { regionIn, regionText, requestIn } from './selection-in-address.ts'

const params = (query: string) => new URLSearchParams(query)

it('reads back the region that it wrote', () => {
  const region = { fromSeconds: 0.5, toSeconds: 12.345, fromMs: 40, toMs: 120.001 }
  expect(regionIn(params(new URLSearchParams({ region: regionText(region) }).toString()))).toEqual(
    region,
  )
})

it.each(['', 'region=', 'region=1,2,3', 'region=1,2,3,x', 'region=-1,2,3,4'])(
  'names no region where the address says %j',
  (query) => {
    expect(regionIn(params(query))).toBeNull()
  },
)

it('reads the number of a request that there is', () => {
  expect(requestIn(params('request=0'), 3)).toBe(0)
  expect(requestIn(params('request=2'), 3)).toBe(2)
  for (const query of ['', 'request=', 'request=3', 'request=1.5', 'request=-1']) {
    expect(requestIn(params(query), 3)).toBeNull()
  }
})
