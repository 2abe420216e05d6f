import { afterAll, expect, test, vi } from 'vitest'
import { BackOff } from './back-off.ts'
import { keepDatabaseRunning } from './keep-database-running.ts'

const said = vi.spyOn(console, 'error').mockImplementation(() => {})
afterAll(() => vi.restoreAllMocks())

function serverThatCanCrash() {
  let crash = () => {}
  const gone = new Promise<void>((resolve) => {
    crash = resolve
  })
  return { gone, crash: () => crash(), stop: vi.fn(async () => {}), logFile: 'postgres.log' }
}

test('a server that has ended is started again until it runs', async () => {
  const [first, second] = [serverThatCanCrash(), serverThatCanCrash()]
  const start = vi.fn().mockRejectedValueOnce(new Error('no room')).mockResolvedValue(second)
  const kept = keepDatabaseRunning(first, start, new BackOff(1))
  first.crash()
  await vi.waitUntil(() => start.mock.calls.length === 2)
  second.crash()
  await vi.waitUntil(() => start.mock.calls.length >= 3)
  await kept.stop()
  const lines = said.mock.calls.map(([line]) => line)
  expect(lines.slice(0, 3)).toEqual([
    'PostgreSQL ended unexpectedly and is started again in 0.001 s, see postgres.log',
    'no room',
    'PostgreSQL could not be started and is started again in 0.002 s, see postgres.log',
  ])
})

test('a server that was stopped stays stopped', async () => {
  const first = serverThatCanCrash()
  const start = vi.fn()
  const kept = keepDatabaseRunning(first, start, new BackOff(1))
  await kept.stop()
  first.crash()
  await new Promise((resolve) => setTimeout(resolve, 20)) // long enough for a start
  expect(first.stop).toHaveBeenCalledOnce()
  expect(start).not.toHaveBeenCalled()
})
