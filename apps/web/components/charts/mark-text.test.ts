import { expect, it } from 'vitest'
import { changeLabel } from './mark-text.ts'

const axis = { from: 0, to: 100 }

it('stands where there is more room for it', () => {
  expect(changeLabel({ at: 10, label: 'vm1 → 512' }, 0, axis).position).toBe('insideTopLeft')
  expect(changeLabel({ at: 90, label: 'vm1 → 512' }, 0, axis).position).toBe('insideTopRight')
})

it('is on another line than the labels beside it', () => {
  const lines = [0, 1, 2, 3].map((order) => changeLabel({ at: 40, label: '' }, order, axis).dy)
  expect(new Set(lines.slice(0, 3)).size).toBe(3)
  expect(lines[3]).toBe(lines[0])
})
