import { expect, it } from 'vitest'
import { partIn } from './part-in-address.ts'

const part = (query: string) => partIn(new URLSearchParams(query))

it('reads the part from the address', () => {
  expect(part('domain=vm2&from=12.5&seconds=5')).toEqual({
    domain: 'vm2',
    fromSeconds: 12.5,
    seconds: 5,
  })
})

it.each(['', 'domain=&from=&seconds=', 'from=-1&seconds=61', 'from=x&seconds=0'])(
  'begins at the start where the address says %j',
  (query) => {
    expect(part(query)).toEqual({ domain: undefined, fromSeconds: 0, seconds: 20 })
  },
)
