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
  const kept = keepRunning(start, giveUp, new BackOff(1))
  const crash = async () => {
    const count = started.length
    started.at(-1)?.crash()
    await vi.waitUntil(() => started.length > count || giveUp.mock.calls.length > 0, 60_000)
  }
  return { started, giveUp, kept, crash, stop }
}

async function readyOne(name: ServiceName) {
  const it = startedBy(name)
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
