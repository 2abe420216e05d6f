import { expect, test } from 'vitest'
import { missedInKOfN } from './missed-in-k-of-n.ts'
import { seriesOf } from './series.fixture.ts'

/** m missed, k kept, - gap */
type Mark = 'm' | 'k' | '-'
const VALUES = { m: 2, k: 0.5, '-': null }
const windowsOf = (marks: readonly Mark[]) => seriesOf(marks.map((mark) => VALUES[mark]))

function* patterns(length: number): Generator<Mark[]> {
  if (length === 0) yield []
  else
    for (const rest of patterns(length - 1))
      for (const mark of ['m', 'k', '-'] as const) yield [...rest, mark]
}

/** By its definition, from the newest window backwards. */
function expected(marks: readonly Mark[], k: number, n: number) {
  let [known, missed] = [0, 0]
  for (let back = 1; back <= 2 * n && back <= marks.length && known < n; back++) {
    const mark = marks[marks.length - back]!
    if (mark === 'm') missed++
    if (mark !== '-') known++
  }
  return { verdict: missed >= k ? 'missed' : known < n ? 'unknown' : 'kept', known, missed }
}

test.each([
  [1, 1],
  [1, 2],
  [2, 2],
  [2, 3],
  [3, 4],
])('%i of %i agrees with its definition on every pattern of up to 8 windows', (k, n) => {
  for (let length = 0; length <= 8; length++) {
    for (const marks of patterns(length)) {
      const { verdict, considered, missed } = missedInKOfN(windowsOf(marks), k, n)
      const found = { verdict, known: considered.length, missed }
      if (JSON.stringify(found) !== JSON.stringify(expected(marks, k, n))) {
        expect({ marks, ...found }).toEqual({ marks, ...expected(marks, k, n) })
      }
    }
  }
})

test('names the windows that it looked at, oldest first', () => {
  const windows = windowsOf(['m', 'k', '-', 'm', '-', 'k'])
  const { considered } = missedInKOfN(windows, 2, 3)
  expect(considered.map(({ startEpochSeconds }) => startEpochSeconds)).toEqual([60, 180, 300])
})

test('each window is held against its own target, and a time at the target is missed (eq (5))', () => {
  const [first, second] = seriesOf([0.5, 0.5])
  const moved = [{ ...first!, targetSeconds: 0.5 }, second!]
  expect(missedInKOfN(moved, 1, 2)).toMatchObject({ verdict: 'missed', missed: 1 })
})
