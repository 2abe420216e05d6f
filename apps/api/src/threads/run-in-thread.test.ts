import { TraceError } from '@steelyard/traces'
import { describe, expect, it } from 'vitest'
import { runInThread } from './run-in-thread.ts'

type Said = Pick<TraceError, 'code' | 'message' | 'where'> & { fix: string }

const run = (name: string, question: string) =>
  runInThread<Map<string, number>, string, Said>({
    module: new URL('./thread-work.fixture.ts', import.meta.url),
    name,
    question,
    knownError: 'TraceError',
    revive: ({ code, message, ...detail }) => new TraceError(code, message, detail),
  })

describe('a function in a thread of its own', () => {
  it('answers with plain data', async () => {
    expect(await run('act', 'answer')).toEqual(new Map([['vm1', 1]]))
  })

  it('throws what it throws on purpose, with all that it says', async () => {
    const error = await run('act', 'refuse').catch((each: unknown) => each)
    expect(error).toBeInstanceOf(TraceError)
    expect(error).toMatchObject({
      code: 'empty',
      message: 'Nothing is in it.',
      where: { path: 'a', line: 3 },
      fix: 'Fill it.',
    })
  })

  it('fails with any other error as it is, also where there is no such function', async () => {
    await expect(run('act', 'fail')).rejects.toThrow('This should not happen.')
    await expect(run('nothing', 'answer')).rejects.toThrow('work is not a function')
  })
})
