import { TraceError } from '@steelyard/traces'
import { AppError } from '../errors.ts'

type Wanted = 'answer' | 'count' | 'refuse' | 'refuse-with-details' | 'fail' | 'spin' | 'hoard'

let calls = 0

/** What the tests let threads do. */
export async function act(wanted: Wanted): Promise<Map<string, number>> {
  calls++
  const hoarded: number[][] = []
  switch (wanted) {
    case 'answer':
      return new Map([['vm1', 1]])
    case 'count':
      return new Map([['calls', calls]])
    case 'refuse':
      throw new TraceError('empty', 'Nothing is in it.', {
        where: { path: 'a', line: 3 },
        fix: 'Fill it.',
      })
    case 'refuse-with-details':
      throw new AppError('unprocessable', 'It is no good.', {
        code: 'no-good',
        trouble: { fix: 'Mend it.' },
      })
    case 'fail':
      throw new RangeError('This should not happen.')
    case 'spin':
      for (;;) calls++
    case 'hoard':
      for (;;) hoarded.push(Array.from({ length: 1000 }, (_, i) => i + calls))
  }
}
