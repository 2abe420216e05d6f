import { afterAll, expect, test, vi } from 'vitest'
import type { Service, ServiceName } from '../child-process.ts'
import { BackOff } from './back-off.ts'
import { keepRunning } from './keep-running.ts'

const said = vi.spyOn(console, 'error').mockImplementation(() => {})
afterAll(() => vi.restoreAllMocks())

function deferred<T>() {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** A service that becomes ready and crashes when the test says so. */
function startedBy(name: ServiceName, backOff = new BackOff(1)) {
  const started: { becomeReady: () => void; crash: () => void }[] = []
  const stop = vi.fn(async () => {})
  const start = (): Service => {
    const ready = deferred<Record<string, unknown>>()
    const gone = deferred<string>()
    started.push({ becomeReady: () => ready.resolve({}), crash: () => gone.resolve('SIGSEGV') })
    return { name, logFile: `${name}.log`, ready: ready.promise, gone: gone.promise, stop }
  }
  const giveUp = vi.fn()
  const kept = keepRunning(start, giveUp, backOff)
  const crash = async () => {
    const count = started.length
    started.at(-1)?.crash()
    await vi.waitUntil(() => started.length > count || giveUp.mock.calls.length > 0, 60_000)
  }
  return { started, giveUp, kept, crash, stop }
}

async function readyOne(name: ServiceName, backOff?: BackOff) {
  const it = startedBy(name, backOff)
  it.started[0]?.becomeReady()
  await it.kept.ready
  return it
}

test.each(['api', 'worker', 'agent', 'web'] as const)(
  '%s is started again, however often it crashes',
  async (name) => {
    const { started, giveUp, crash } = await readyOne(name)
    for (let i = 0; i < 5; i++) await crash()
    expect(started).toHaveLength(6)
    expect(giveUp).not.toHaveBeenCalled()
    expect(said).toHaveBeenCalledWith(
      `The ${name} process ended unexpectedly (SIGSEGV) and is started again in 0.001 s, see ${name}.log`,
    )
  },
)

test('a service that was never ready is not restarted', async () => {
  const { started, giveUp, crash } = startedBy('worker')
  await crash()
  expect(started).toHaveLength(1)
  expect(giveUp.mock.calls).toEqual([
    ['The worker process ended unexpectedly (SIGSEGV), see worker.log'],
  ])
})

test('a service that is to be replaced is started anew without a wait or a word', async () => {
  said.mockClear()
  const { started, kept, stop } = await readyOne('api')
  stop.mockImplementation(async () => started.at(-1)?.crash())
  const first = kept.restart()
  await vi.waitUntil(() => started.length === 2, 60_000)
  const second = kept.restart() // before it is ready
  await vi.waitUntil(() => started.length === 3, 60_000)
  started[2]?.becomeReady()
  await Promise.all([first, second])
  expect(said).not.toHaveBeenCalled()
})

test('a change ends the wait of a service that crashed', async () => {
  const anHour = new BackOff(3_600_000)
  const { started, kept } = await readyOne('api', anHour)
  started[0]?.crash()
  await vi.waitUntil(() => said.mock.calls.flat().join().includes('again in 3600 s'), 60_000)
  const restarted = kept.restart()
  await vi.waitUntil(() => started.length === 2, 60_000)
  started[1]?.becomeReady()
  await restarted
})

test('a stopped service stays stopped, and stopping acts on the process that runs', async () => {
  const { started, giveUp, kept, crash, stop } = await readyOne('agent')
  await crash()
  await kept.stop()
  expect(stop).toHaveBeenCalledOnce()
  started.at(-1)?.crash()
  await new Promise((resolve) => setTimeout(resolve, 20)) // long enough for a third start
  expect(started).toHaveLength(2)
  expect(giveUp).not.toHaveBeenCalled()
})
