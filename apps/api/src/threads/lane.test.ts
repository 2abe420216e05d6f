import { TraceError } from '@steelyard/traces'
import { describe, expect, it } from 'vitest'
import { Lane } from './lane.ts'
import type { act } from './thread-work.fixture.ts'

const BOUNDS = { threads: 1, patienceMs: 60_000, withinMs: 60_000, heapMiB: 128, idleMs: 10_000 }

const run = (
  question: Parameters<typeof act>[0],
  {
    lane = new Lane(BOUNDS),
    name = 'act',
    signal,
  }: Partial<{ lane: Lane; name: string; signal: AbortSignal }> = {},
) =>
  lane.run<typeof act>(
    { module: new URL('./thread-work.fixture.ts', import.meta.url), name, question },
    signal,
  )

describe('a function in a thread of its own', () => {
  it('answers with plain data', async () => {
    expect(await run('answer')).toEqual(new Map([['vm1', 1]]))
  })

  it('throws what it throws on purpose, with all that it says', async () => {
    const error = await run('refuse').catch((each: unknown) => each)
    expect(error).toBeInstanceOf(TraceError)
    expect(error).toMatchObject({
      code: 'empty',
      message: 'Nothing is in it.',
      where: { path: 'a', line: 3 },
      fix: 'Fill it.',
    })
    const refused = await run('refuse-with-details').catch((each: unknown) => each)
    expect(refused).toMatchObject({
      kind: 'unprocessable',
      code: 'no-good',
      options: { trouble: { fix: 'Mend it.' } },
    })
  })

  it('fails with any other error as it is, also where there is no such function', async () => {
    await expect(run('fail')).rejects.toThrow('This should not happen.')
    await expect(run('answer', { name: 'nothing' })).rejects.toThrow('act is not a function')
  })

  it('keeps its thread for the next question', async () => {
    const lane = new Lane(BOUNDS)
    await run('count', { lane })
    expect(await run('count', { lane })).toEqual(new Map([['calls', 2]]))
  })
})

describe('what its caller chooses too large', () => {
  it('ends when its time is over, and leaves its place to the next', async () => {
    const lane = new Lane({ ...BOUNDS, withinMs: 3000 })
    await expect(run('spin', { lane })).rejects.toMatchObject({ code: 'takes-too-long' })
    await expect(run('spin', { lane })).rejects.toMatchObject({ code: 'takes-too-long' })
  })

  it('ends at the limit of its memory, and this process goes on', async () => {
    const lane = new Lane(BOUNDS)
    await expect(run('hoard', { lane })).rejects.toMatchObject({ code: 'needs-too-much-memory' })
    expect(await run('answer', { lane })).toEqual(new Map([['vm1', 1]]))
  })

  it('ends when nobody waits for it any more, at work and in the queue', async () => {
    const lane = new Lane(BOUNDS)
    const left = new AbortController()
    const gone = new Error('the client has left')
    const answers = [
      run('spin', { lane, signal: left.signal }),
      run('spin', { lane, signal: left.signal }),
    ]
    const refused = answers.map((answer) => expect(answer).rejects.toBe(gone))
    setTimeout(() => left.abort(gone), 500)
    await Promise.all(refused)
    expect(await run('answer', { lane })).toEqual(new Map([['vm1', 1]]))
  })
})
