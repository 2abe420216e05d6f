import type { HostHistory } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aRecording } from '../../lib/testing/fixtures.ts'
import { aMark } from '../../lib/testing/watch-fixtures.ts'
import { domainsOf, marksOf, rowsOf, spanOf } from './history-rows.ts'

const everything = { from: 0, to: Number.POSITIVE_INFINITY }
const change = { at: '2026-11-20T10:00:00Z', domain: 'vm1', weight: 512, sourceId: 'a' }
const history: HostHistory = {
  recordings: [
    aRecording({ recordedFrom: '2026-11-20T10:00:00Z', recordedTo: '2026-11-20T10:10:00Z' }),
    aRecording({ recordedFrom: '2026-11-22T10:00:00Z', recordedTo: '2026-11-22T10:10:00Z' }),
  ],
  weightChanges: [
    { ...change, source: 'recording' },
    { ...change, domain: 'vm2', weight: 128, source: 'application' },
  ],
  annotations: [],
  complete: true,
}

it('lists domains with targets first', () => {
  const [one] = history.recordings
  const plain = { ...one!.domains[0]!, domain: 'vm0', targetMs: null }
  const recording = { ...one!, domains: [plain, ...one!.domains] }
  expect(domainsOf({ ...history, recordings: [recording] })).toEqual(['vm1', 'vm0'])
})

it('places a recording at its middle, within the range', () => {
  const [row, ...more] = rowsOf(history, 'vm1', { from: 0, to: Date.parse('2026-11-21') })
  expect(row).toMatchObject({ domain: 'vm1', at: Date.parse('2026-11-20T10:05:00Z') })
  expect(more).toEqual([])
  expect(rowsOf(history, 'vm9', everything)).toEqual([])
})

it('marks changes of weights once for each instant', () => {
  expect(marksOf(history, everything)).toEqual([
    { at: Date.parse(change.at), label: 'vm1 → 512, vm2 → 128', look: 'applied' },
  ])
})

it('marks what people wrote, cut to what fits beside a line', () => {
  const text = 'The shop opened its winter sale for everybody'
  const annotations = [aMark({ kind: 'annotation', at: change.at, text })]
  const marks = marksOf({ ...history, weightChanges: [], annotations }, everything)
  expect(marks).toEqual([
    { at: Date.parse(change.at), label: 'The shop opened its winter …', look: 'written' },
  ])
  expect(marksOf({ ...history, annotations }, { from: 0, to: 1 })).toEqual([])
})

it('leaves room around a single instant', () => {
  const { from, to } = spanOf([1_000_000])
  expect(from).toBeLessThan(1_000_000)
  expect(to).toBeGreaterThan(1_000_000)
})
