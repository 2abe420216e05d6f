import { expect, it } from 'vitest'
import { render } from '../../lib/testing/render.tsx'
import { PredictedMark } from './predicted-mark.tsx'

const prediction = { ms: 540, lowMs: 370, highMs: 790 }
const mark = (targetMs: number | null, meets: boolean | null) =>
  render(<PredictedMark prediction={prediction} targetMs={targetMs} meets={meets} isSure />)

it('is open where the interval includes the target', () => {
  expect(mark(700, true).text).toBe('probably within the target')
  expect(mark(500, false).text).toBe('probably over the target')
  expect(mark(700, true).html).not.toContain('text-ok')
})

it('is green or red where all of the interval is on one side of the target', () => {
  expect(mark(800, true).text).toBe('within the target')
  expect(mark(800, true).html).toContain('text-ok')
  expect(mark(300, false).text).toBe('over the target')
  expect(mark(null, null).text).toBe('')
})
