import { expect, it } from 'vitest'
import { changedQuery } from './changed-query.ts'

it.each([
  ['', { q: 'xen' }, '?q=xen'],
  ['q=xen&state=planned', { q: undefined }, '?state=planned'],
  ['q=xen', { q: '' }, ''],
  ['q=a', { q: 'a b&c' }, '?q=a+b%26c'],
])('changes %j by %j', (query, changes, then) => {
  expect(changedQuery(query, changes)).toBe(then)
})
