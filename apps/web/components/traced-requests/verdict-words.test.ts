import type { RequestPart } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { partLabel } from './part-words.ts'
import { verdictWords } from './verdict-words.ts'

const part = (
  kind: RequestPart['kind'],
  ms: number,
  domain: string | null = null,
): RequestPart => ({ kind, ms, domain })

it('names the largest part, with its share', () => {
  expect(verdictWords('vm1', [part('runs', 4), part('waits', 5, 'vm3'), part('sleeps', 1)])).toBe(
    'A request of vm1 took 10.0 ms on average. The largest part, 5.00 ms (50 %), was waiting while vm3 ran.',
  )
  expect(verdictWords('vm1', [part('runs', 4), part('domain-0', 6)])).toContain(
    '6.00 ms (60 %), was sleeping while Domain-0 ran.',
  )
})

it('takes the waits together, and names whoever ran longest meanwhile', () => {
  const parts = [part('runs', 4), part('waits', 2, 'vm2'), part('waits', 3, 'Domain-0')]
  expect(verdictWords('vm1', parts)).toContain(
    'The largest part, 5.00 ms (56 %), was waiting for a pCPU, 3.00 ms of it while Domain-0 ran.',
  )
  const capped = [part('waits', 3), part('waits', 1, 'vm2')]
  expect(verdictWords('vm1', capped)).toContain('3.00 ms of it while a pCPU was idle.')
})

it('names no part where requests took no time', () => {
  expect(verdictWords('vm1', [part('runs', 0)])).toBe('A request of vm1 took 0 ms on average.')
})

it('writes labels with a capital letter', () => {
  expect(partLabel(part('queues', 1))).toBe('Computing for other requests of its guest')
})
