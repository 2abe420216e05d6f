import { expect, test } from 'vitest'
import { isSource } from './reload-on-change.ts'

test.each([
  ['hosts/create-host.ts', true],
  ['gateway.tsx', true],
  ['hosts/create-host.test.ts', false],
  ['hosts/create-host.int.test.ts', false],
  ['next-env.d.ts', false],
  ['README.md', false],
  ['.create-host.ts.swp', false],
  [null, true],
])('a change of %s restarts processes: %s', (file, restarts) => {
  expect(isSource(file)).toBe(restarts)
})
