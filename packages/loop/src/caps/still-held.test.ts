import { expect, test } from 'vitest'
import { stillHeld } from './still-held.ts'
import type { CapsByDomain } from './wanted-caps.ts'

/** It took vm1 from no cap to 15 % and vm2 from 50 % to 15 %. */
const before = { vm1: 0, vm2: 50 }
const set = { vm1: 15, vm2: 15 }
const held = (inForce: CapsByDomain, isOver = true, known: CapsByDomain = set) =>
  stillHeld({ before, set: known, inForce, isOver })

test('is everything while the caps are as they were set', () => {
  expect(held(set)).toEqual(before)
  expect(held(set, false)).toEqual(before)
  expect(stillHeld({ before: null, set, inForce: set, isOver: true })).toBeNull()
})

test('is no longer what is back at what it was', () => {
  expect(held({ vm1: 0, vm2: 15 })).toEqual({ vm2: 50 })
  expect(held({ vm1: 0, vm2: 50 })).toBeNull()
})

test.each([true, false])('is nothing that somebody else has set since (over: %s)', (isOver) => {
  expect(held({ vm1: 40, vm2: 15 }, isOver)).toEqual({ vm2: 50 })
  expect(held({ vm1: 40, vm2: 5 }, isOver)).toBeNull()
})

test('is kept where it is not known what was set, unless it is back once the work is over', () => {
  expect(held({ vm1: 40, vm2: 50 }, true, {})).toEqual({ vm1: 0 })
  expect(held({ vm1: 0, vm2: 50 }, false, {})).toEqual(before)
})

test('is nothing of a domain that is gone, which comes back with its own cap', () => {
  expect(held({ vm1: 15 })).toEqual({ vm1: 0 })
})
