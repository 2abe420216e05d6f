import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errata } from './errata.ts'

test('lists E0.1 to E0.15, each once and with our choice', () => {
  expect(errata.map((erratum) => erratum.id)).toEqual(
    Array.from({ length: 15 }, (_, index) => `E0.${index + 1}`),
  )
  for (const erratum of errata) expect(erratum.weDo.length).toBeGreaterThan(10)
})

test('docs/reference/assumptions.md says all that is listed here', async () => {
  const page = await readFile(
    new URL('../../../docs/reference/assumptions.md', import.meta.url),
    'utf8',
  )
  for (const { id, where, paperSays, problem, weDo } of errata) {
    for (const text of [`### ${id}: ${where}`, paperSays, problem, weDo])
      expect(page).toContain(text)
  }
})

test('E0.9: total time over total requests of Table 1 gives 46.8 and 11.1 ms, not 6.6 and 1.7', () => {
  const seconds = [240, 60, 240, 120]
  const total = seconds.reduce((sum, length) => sum + length, 0)
  const requests = (rates: number[]) =>
    rates.reduce((sum, rate, index) => sum + rate * seconds[index]!, 0)
  expect((total / requests([15, 45, 10, 45])) * 1000).toBeCloseTo(46.8, 1)
  expect((total / requests([70, 170, 50, 170])) * 1000).toBeCloseTo(11.1, 1)
})
