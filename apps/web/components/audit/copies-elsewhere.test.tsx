import { expect, it } from 'vitest'
import { exportUrl } from './copies-elsewhere.tsx'

it('asks for everything, or for whole days to the end of the last one', () => {
  expect(exportUrl('', '')).toBe('/api/v1/audit-events/export')
  const span = new URL(exportUrl('2026-11-30', '2026-11-30'), 'http://x').searchParams
  const [from, to] = ['from', 'to'].map((name) => Date.parse(span.get(name)!))
  expect(to! - from!).toBe(24 * 3600 * 1000)
  expect(new Date(from!).getHours()).toBe(0)
})
