import { expect, it } from 'vitest'
import { targetWindows, windowSecondsOf } from './target-windows.ts'

it('offers all requests together and a few windows, and the one that is set', () => {
  expect(targetWindows('').map(({ label }) => label)).toEqual([
    'over all requests together',
    'in every 10 s',
    'in every 30 s',
    'in every 1 min',
    'in every 5 min',
    'in every 15 min',
  ])
  expect(targetWindows('10')).toHaveLength(6)
  expect(targetWindows('45').map(({ value }) => value)).toEqual([
    '',
    '10',
    '30',
    '45',
    '60',
    '300',
    '900',
  ])
})

it('reads a choice as seconds', () => {
  expect([windowSecondsOf(''), windowSecondsOf('60')]).toEqual([null, 60])
})
