import { expect, it } from 'vitest'
import { watchedName } from './watched-name.ts'

it.each([
  ['2026-11-24T10:54:30Z', 'Watched 2026-11-24 10:24 to 10:54 UTC'],
  ['2026-11-25T00:00:00Z', 'Watched 2026-11-24 10:24 to 2026-11-25 00:00 UTC'],
])('an analysis of a watched range until %s is named after it', (to, name) => {
  expect(watchedName({ from: new Date('2026-11-24T10:24:00Z'), to: new Date(to) })).toBe(name)
})
