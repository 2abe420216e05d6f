import { expect, it } from 'vitest'
import { guestLooks } from './palette.ts'

const names = ['vm1', 'vm2', null, 'Domain-0', 'vm3', 'vm2', 'vm4', 'vm5', 'vm6']

it('gives each guest a look of its own, and none that of Domain-0', () => {
  const lookOf = guestLooks(names)
  const looks = new Set(names.map((name) => JSON.stringify(lookOf(name))))
  expect(looks.size).toBe(7)
  expect(lookOf(null)).toEqual(lookOf('Domain-0'))
})

it('keeps the looks when more names are met later', () => {
  const [few, more] = [guestLooks(['vm4']), guestLooks(['vm4', 'vm2'])]
  expect(more('vm4')).toEqual(few('vm4'))
  expect(more('vm2')).not.toEqual(few('vm4'))
})
