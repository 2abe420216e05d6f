import { expect, test } from 'vitest'
import { built, judge, near, notApplicable, statusOf } from './judge.ts'

const claim = (holds: boolean | null) => ({ says: 'faster', holds })

test('what was published ends by how many of its claims hold', () => {
  expect(judge([claim(true), claim(true)]).status).toBe('reproduced')
  expect(judge([claim(true), claim(false)]).status).toBe('partly')
  expect(judge([claim(false), claim(false)]).status).toBe('not reproduced')
  expect(statusOf(0, 12)).toBe('not reproduced')
  expect(() => judge([])).toThrow('nothing to judge')
})

test('an undetermined claim does not count as confirmed', () => {
  expect(judge([claim(null)])).toEqual({
    difference: 'faster: undetermined',
    status: 'not reproduced',
  })
  expect(judge([claim(true), claim(null)])).toEqual({
    difference: 'faster: yes; faster: undetermined',
    status: 'partly',
  })
})

test('a mechanism is implemented unless something is missing, whatever we had to read into it', () => {
  expect(built()).toEqual({ difference: 'nothing missing', status: 'implemented' })
  expect(built([], 'the unit is ours')).toEqual({
    difference: 'the unit is ours; nothing missing',
    status: 'implemented',
  })
  expect(built(['TCP', 'the disk'], 'the times are ours')).toEqual({
    difference: 'the times are ours; missing: TCP; the disk',
    status: 'partly',
  })
})

test('what cannot be compared says why', () => {
  expect(notApplicable('background')).toEqual({
    difference: 'background',
    status: 'not applicable',
  })
})

test('a figure is near up to a tenth of what was published, on either side', () => {
  expect(near(33.9, 30.9).holds).toBe(true)
  expect(near(34.1, 30.9)).toEqual({ says: 'within 10 % (+10.4 %)', holds: false })
  expect(near(27.9, 30.9).holds).toBe(true)
  expect(near(27.7, 30.9).holds).toBe(false)
  expect(near(null, 5, 'cm')).toEqual({ says: 'cm within 10 % (none)', holds: false })
})
