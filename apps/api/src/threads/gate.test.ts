import { afterEach, expect, test, vi } from 'vitest'
import { Gate } from './gate.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Work that runs until it is told to end. */
function piece(running: Set<string>, name: string) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = async () => {
    running.add(name)
    await ended
    running.delete(name)
    return name
  }
  return { work, end }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('no more than its places run at once, and the others follow in order', async () => {
  const gate = new Gate({ places: 2, patienceMs: 60_000 })
  const running = new Set<string>()
  const pieces = ['a', 'b', 'c', 'd'].map((name) => piece(running, name))
  const answers = pieces.map(({ work }) => gate.run(work))
  await settled()
  expect([...running]).toEqual(['a', 'b'])
  pieces[1]!.end()
  await settled()
  expect([...running]).toEqual(['a', 'c'])
  for (const { end } of pieces) end()
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd'])
})

test('work that fails leaves its place to the next', async () => {
  const gate = new Gate({ places: 1, patienceMs: 60_000 })
  const failing = gate.run(() => Promise.reject(new Error('mine')))
  await expect(failing).rejects.toThrow('mine')
  expect(await gate.run(async () => 'next')).toBe('next')
})

test('what waits too long is sent away, and does not run when there is a place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const gate = new Gate({ places: 1, patienceMs: 30_000 })
  const running = new Set<string>()
  const [first, second] = ['first', 'second'].map((name) => piece(running, name))
  const answer = gate.run(first!.work)
  const sentAway = gate.run(second!.work)
  const refused = expect(sentAway).rejects.toMatchObject({
    kind: 'unavailable',
    options: { retryAfterSeconds: 10 },
  })
  vi.advanceTimersByTime(30_000)
  await refused
  first!.end()
  expect(await answer).toBe('first')
  await settled()
  expect(running.size).toBe(0)
  expect(await gate.run(async () => 'next')).toBe('next')
})
