import { expect, test } from 'vitest'
import { readyLine } from './ready-line.ts'

const product = { webUrl: 'http://localhost:3000', apiUrl: 'http://localhost:4000/api/v1' }

test('with an administrator the line is just the addresses', () => {
  expect(readyLine({ ...product, setupUrl: null })).toBe(
    'Steelyard is ready: http://localhost:3000 (API http://localhost:4000/api/v1)',
  )
})

test('the first start carries the one-time link, still on one line', () => {
  const line = readyLine({ ...product, setupUrl: 'http://localhost:3000/setup#token=t' })
  expect(line).toMatch(/ Create the administrator: http:\/\/localhost:3000\/setup#token=t$/)
  expect(line).not.toContain('\n')
})
