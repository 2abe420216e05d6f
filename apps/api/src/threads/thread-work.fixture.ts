import { TraceError } from '@steelyard/traces'

/** What the tests let threads do. */
export async function act(what: 'answer' | 'refuse' | 'fail'): Promise<Map<string, number>> {
  if (what === 'refuse')
    throw new TraceError('empty', 'Nothing is in it.', {
      where: { path: 'a', line: 3 },
      fix: 'Fill it.',
    })
  if (what === 'fail') throw new RangeError('This should not happen.')
  return new Map([['vm1', 1]])
}
