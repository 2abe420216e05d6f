import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { Service, ServiceName } from '../child-process.ts'
import { keepRunning } from './keep-running.ts'

vi.spyOn(console, 'error').mockImplementation(() => {})
const clock = vi.spyOn(Date, 'now')
afterEach(() => clock.mockReset())
afterAll(() => vi.restoreAllMocks())

function deferred<T>() {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** A service that becomes ready and crashes when the test says so. */
function startedBy(name: ServiceName) {
  const started: { becomeReady: () => void; crash: () => void }[] = []
  const stop = vi.fn(async () => {})
  const start = (): Service => {
    const ready = deferred<Record<string, unknown>>()
    const gone = deferred<string>()
    started.push({ becomeReady: () => ready.resolve({}), crash: () => gone.resolve('SIGSEGV') })
    return { name, logFile: `${name}.log`, ready: ready.promise, gone: gone.promise, stop }
  }
  const giveUp = vi.fn()
  const kept = keepRunning(start, giveUp, 1)
  const crashAt = async (nowMs: number) => {
    clock.mockReturnValue(nowMs)
    const count = started.length
    started.at(-1)?.crash()
    await vi.waitUntil(() => started.length > count || giveUp.mock.calls.length > 0, 60_000)
  }
  return { started, giveUp, kept, crashAt, stop }
}

async function readyOne(name: ServiceName) {
  const it = startedBy(name)
  it.started[0]?.becomeReady()
  await it.kept.ready
  return it
}

test.each(['worker', 'agent'] as const)('a %s that crashes is started again', async (name) => {
  const { started, giveUp, crashAt } = await readyOne(name)
  await crashAt(0)
  await crashAt(30_000)
  await crashAt(61_000) // the first one is more than a minute ago
  expect(started).toHaveLength(4)
  expect(giveUp).not.toHaveBeenCalled()
})

test('the third crash within a minute is the last', async () => {
  const { started, giveUp, crashAt } = await readyOne('worker')
  for (const at of [0, 20_000, 40_000]) await crashAt(at)
  expect(started).toHaveLength(3)
  expect(giveUp.mock.calls).toEqual([
    [
      'The worker process ended unexpectedly (SIGSEGV) for the third time within a minute, see worker.log',
    ],
  ])
})

test.each(['api', 'web'] as const)('without the %s nothing goes on', async (name) => {
  const { started, giveUp, crashAt } = await readyOne(name)
  await crashAt(0)
  expect(started).toHaveLength(1)
  expect(giveUp).toHaveBeenCalledWith(
    `The ${name} process ended unexpectedly (SIGSEGV), see ${name}.log`,
  )
})

test('a service that was never ready is not restarted', async () => {
  const { started, giveUp, crashAt } = startedBy('worker')
  await crashAt(0)
  expect([started.length, giveUp.mock.calls.length]).toEqual([1, 1])
})

test('a stopped service stays stopped, and stopping acts on the process that runs', async () => {
  const { started, giveUp, kept, crashAt, stop } = await readyOne('agent')
  await crashAt(0)
  await kept.stop()
  expect(stop).toHaveBeenCalledOnce()
  started.at(-1)?.crash()
  await new Promise((resolve) => setTimeout(resolve, 20)) // long enough for a third start
  expect(started).toHaveLength(2)
  expect(giveUp).not.toHaveBeenCalled()
})
