import { expect, it } from 'vitest'
import { shadeOf } from './sweep-section.tsx'

it('shades the lowest mean most, and unknown ones not at all', () => {
  const shade = shadeOf([10, 20, null, 30])
  const percent = (value: number) => Number(/accent\) (\d+)%/.exec(shade(value))?.[1])
  expect([percent(10), percent(20), percent(30)]).toEqual([32, 16, 0])
  expect(shade(null)).toBe('transparent')
})

it('shades nothing where all are equal', () => {
  expect(shadeOf([10, 10])(10)).toContain(' 0%')
})
