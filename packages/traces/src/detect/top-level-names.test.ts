import { expect, test } from 'vitest'
import { topLevelNames } from './top-level-names.ts'

const text = '{ "a" : {"in":[1,{"x":"}"}]}, "b\\"c": ["s", "t"], "d":"e" }'

test('gives the names of the object itself, not those within it', () => {
  expect(topLevelNames(text)).toEqual(['a', 'b\\"c', 'd'])
})

test('needs no more than the beginning', () => {
  expect(topLevelNames(text.slice(0, text.indexOf(', "d"')))).toEqual(['a', 'b\\"c'])
  expect(topLevelNames(text.slice(0, text.indexOf('"c":')))).toEqual(['a'])
})

test.each(['', '[{"a":1}]', '"a"', '{}', '{"a":1}\n{"a":2}', '}{"a":1'])(
  'has none in %j',
  (other) => {
    expect(topLevelNames(other)).toBeNull()
  },
)

test('takes no longer for quotes that no end follows', () => {
  expect(topLevelNames(`{"a":1,"${'\\"'.repeat(200_000)}`)).toEqual(['a'])
})
