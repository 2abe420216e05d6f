import { expect, it } from 'vitest'
import { isCount, parseDecimal } from './parse-number.ts'

it.each([
  ['', null],
  ['  ', null],
  ['40', 40],
  [' 0,05 ', 0.05],
  ['.5', 0.5],
  ['1e3', 1000],
  ['-2', -2],
  ['40 ms', undefined],
  ['1,234,5', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
])('reads %j as %j', (text, value) => {
  expect(parseDecimal(text)).toBe(value)
})

it.each([
  [1, true],
  [128, true],
  [129, false],
  [0, false],
  [1.5, false],
  [null, false],
  [undefined, false],
])('%j is a number of up to 128 things: %j', (value, itIs) => {
  expect(isCount(value, 128)).toBe(itIs)
})
