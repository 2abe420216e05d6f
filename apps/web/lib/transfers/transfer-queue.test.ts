import { describe, expect, it } from 'vitest'
import type { TransferEvents } from './transfer.ts'
import { TransferQueue } from './transfer-queue.ts'

function setUp(names: string[]) {
  const events = new Map<string, TransferEvents>()
  const calls: string[] = []
  const queue = new TransferQueue((_file, name, on) => {
    events.set(name, on)
    return { start: () => calls.push(`start ${name}`), stop: () => calls.push(`stop ${name}`) }
  })
  for (const name of names) queue.add(new File(['12345'], name), name)
  const state = () => queue.getSnapshot().map((each) => `${each.name} ${each.state}`)
  const keyOf = (name: string) => queue.getSnapshot().find((each) => each.name === name)!.key
  return { queue, calls, state, keyOf, on: (name: string) => events.get(name)! }
}

describe('the transfer queue', () => {
  it('sends three at once and starts the next when one is done', () => {
    const { calls, state, on } = setUp(['a', 'b', 'c', 'd'])
    expect(state()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting'])
    on('b').onDone()
    expect(state()).toEqual(['a sending', 'b done', 'c sending', 'd sending'])
    expect(calls).toEqual(['start a', 'start b', 'start c', 'start d'])
  })

  it('pauses one, frees its place and continues it later', () => {
    const { queue, calls, state, keyOf, on } = setUp(['a', 'b', 'c', 'd'])
    queue.pause(keyOf('a'))
    expect(state()).toEqual(['a paused', 'b sending', 'c sending', 'd sending'])
    queue.resume(keyOf('a'))
    expect(state()[0]).toBe('a waiting')
    on('c').onDone()
    expect(state()[0]).toBe('a sending')
    expect(calls.filter((call) => call.endsWith(' a'))).toEqual(['start a', 'stop a', 'start a'])
  })

  it('does not start a file that was paused while it waited', () => {
    const { queue, calls, keyOf, on } = setUp(['a', 'b', 'c', 'd'])
    queue.pause(keyOf('d'))
    on('a').onDone()
    expect(calls).not.toContain('start d')
  })

  it('keeps the reason of a failure until it is tried again', () => {
    const { queue, keyOf, on } = setUp(['a'])
    on('a').onFailure('too large')
    expect(queue.getSnapshot()[0]).toMatchObject({ state: 'failed', failure: 'too large' })
    queue.resume(keyOf('a'))
    expect(queue.getSnapshot()[0]).toMatchObject({ state: 'sending', failure: null })
  })

  it('stops and forgets a removed file, whatever it still reports', () => {
    const { queue, calls, keyOf, on } = setUp(['a'])
    queue.remove(keyOf('a'))
    on('a').onDone()
    expect(queue.getSnapshot()).toEqual([])
    expect(calls).toContain('stop a')
  })

  it('pauses and continues all, except finished and failed ones', () => {
    const { queue, state, on } = setUp(['a', 'b', 'c'])
    on('a').onDone()
    on('b').onFailure('lost')
    queue.pauseAll()
    expect(state()).toEqual(['a done', 'b failed', 'c paused'])
    queue.resumeAll()
    expect(state()).toEqual(['a done', 'b failed', 'c sending'])
  })

  it('notifies its listeners of every change until they unsubscribe', () => {
    const { queue, on } = setUp(['a'])
    let told = 0
    const leave = queue.subscribe(() => {
      told += 1
    })
    on('a').onProgress(3)
    expect(queue.getSnapshot()[0]!.sentBytes).toBe(3)
    leave()
    on('a').onDone()
    expect(told).toBe(1)
  })
})
