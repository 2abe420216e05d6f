import type { RequestSpan } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aRequestLife } from '../../../lib/testing/traced-fixtures.ts'
import { guestSegments, pCpuLanes } from './lanes.ts'

const span = (
  fromMs: number,
  toMs: number,
  pCpus: RequestSpan['pCpus'],
  more: Partial<RequestSpan> = {},
): RequestSpan => ({ fromMs, toMs, pCpus, state: 'waits', inFlight: 1, ...more })
const life = (...spans: RequestSpan[]) => aRequestLife({ spans })

it('says what the guest did, once where neighbours say the same', () => {
  const segments = guestSegments(
    life(
      span(0, 2, ['vm2']),
      span(2, 3, ['vm3']),
      span(3, 5, ['vm1'], { state: 'runs' }),
      span(5, 6, ['vm1'], { state: 'runs', inFlight: 2 }),
      span(6, 8, ['vm1'], { state: 'runs', inFlight: 3 }),
      span(8, 9, [null], { state: 'sleeps', inFlight: 3 }),
    ),
  )
  expect(segments.map(({ fromMs, toMs, key, words }) => [fromMs, toMs, key, words])).toEqual([
    [0, 3, 'waits', 'waits'],
    [3, 5, 'runs', 'runs'],
    [5, 6, 'shares', 'runs, with 2 in flight'],
    [6, 8, 'shares', 'runs, with 3 in flight'],
    [8, 9, 'sleeps', 'sleeps'],
  ])
})

it('has one lane for one pCPU, empty while it is idle', () => {
  const lanes = pCpuLanes(
    life(span(0, 2, ['vm2']), span(2, 3, ['vm2']), span(3, 4, [null]), span(4, 5, ['vm2'])),
  )
  expect(lanes.map(({ label }) => label)).toEqual([null])
  expect(lanes[0]?.segments).toEqual([
    { fromMs: 0, toMs: 3, key: 'vm2', height: 1, words: 'vm2 ran' },
    { fromMs: 4, toMs: 5, key: 'vm2', height: 1, words: 'vm2 ran' },
  ])
})

it('has the segments of several domains on one pCPU in their order', () => {
  const [lane] = pCpuLanes(life(span(0, 2, ['vm3']), span(2, 3, ['vm2']), span(3, 4, ['vm3'])))
  expect(lane?.segments.map(({ key }) => key)).toEqual(['vm3', 'vm2', 'vm3'])
})

it('has a lane for each domain where there are several pCPUs', () => {
  const lanes = pCpuLanes(life(span(0, 2, ['vm1', 'vm3']), span(2, 3, ['vm3', 'vm3'])))
  expect(lanes).toEqual([
    {
      label: 'vm1',
      segments: [{ fromMs: 0, toMs: 2, key: 'vm1', height: 0.5, words: 'vm1 had 1 of 2 pCPUs' }],
    },
    {
      label: 'vm3',
      segments: [
        { fromMs: 0, toMs: 2, key: 'vm3', height: 0.5, words: 'vm3 had 1 of 2 pCPUs' },
        { fromMs: 2, toMs: 3, key: 'vm3', height: 1, words: 'vm3 had 2 of 2 pCPUs' },
      ],
    },
  ])
})
