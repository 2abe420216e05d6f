import { afterAll, expect, test, vi } from 'vitest'
import type { ServiceName } from '../child-process.ts'
import { inTurn, isSource } from './reload-on-change.ts'

vi.spyOn(console, 'error').mockImplementation(() => {})
afterAll(() => vi.restoreAllMocks())

test.each([
  ['hosts/create-host.ts', true],
  ['gateway.tsx', true],
  ['hosts/create-host.test.ts', false],
  ['hosts/create-host.int.test.ts', false],
  ['next-env.d.ts', false],
  ['README.md', false],
  ['.create-host.ts.swp', false],
  [null, true],
])('a change of %s restarts processes: %s', (file, restarts) => {
  expect(isSource(file)).toBe(restarts)
})

test('a group is restarted when the one before is ready, and by the latest change alone', async () => {
  const ready: (() => void)[] = []
  const service = (name: ServiceName) => ({
    name,
    restart: vi.fn(() => new Promise<void>((resolve) => ready.push(resolve))),
  })
  const [api, worker] = [service('api'), service('worker')]
  const reload = inTurn([[api], [worker]])
  const first = reload()
  const second = reload()
  expect([api.restart.mock.calls.length, worker.restart.mock.calls.length]).toEqual([2, 0])
  ready[0]?.()
  await first
  expect(worker.restart).not.toHaveBeenCalled()
  ready[1]?.()
  await vi.waitUntil(() => ready.length === 3, 60_000)
  ready[2]?.()
  await second
  expect(worker.restart).toHaveBeenCalledOnce()
})
