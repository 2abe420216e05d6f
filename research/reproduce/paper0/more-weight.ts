import { domain0Seconds } from '../../papers/paper0/host-of-paper0.ts'
import { table3 } from '../../papers/paper0/intervals.ts'
import { ms, significant } from '../figures.ts'
import { judge } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import type { RecordedHosts } from './recorded.ts'
import { play } from './twin-of-paper0.ts'

const weights = [256, 320, 384, 512, 768, 1024]

/** VM1's means at Table 3, interval 5, by its weight. */
function meansByWeight(seconds: number): number[] {
  return weights.map(
    (weight) =>
      play(table3[4].rates, { weights: [weight, 256, 256], domain0Seconds: seconds })[0].mean,
  )
}

const falls = (means: readonly number[]) =>
  means.every((mean, index) => index === 0 || mean < means[index - 1]!)

/** Section 3.2.2: a greater weight does not ensure a time, but improves it step by step. */
export function moreWeightRow({ equal, reweighted, steady }: RecordedHosts): ReproductionRow {
  const [idle, busy] = [meansByWeight(0), meansByWeight(domain0Seconds)]
  const pairs = [
    [equal[5]!.means[0]!, reweighted[5]!.means[0]!],
    [steady.equal.means[0]!, steady.raised.means[0]!],
  ] as const
  const shown = (means: readonly number[]) => means.map((mean) => significant(mean * 1000))
  return {
    where: 'section 3.2.2: more weight improves the response time gradually',
    published: 'stated, without figures',
    ours: `twin, VM1 at Table 3, interval 5 with ${weights.join(' / ')}: ${shown(idle).join(' / ')} ms, with Domain-0 at work ${shown(busy).join(' / ')} ms. Recorded hosts, the same requests with 256 and 384: ${pairs.map(([before, after]) => `${ms(before)} and ${ms(after)}`).join('; ')}`,
    ...judge([
      { says: 'each step of weight shortens the time', holds: falls(idle) },
      { says: 'with Domain-0 at work', holds: falls(busy) },
      { says: 'on both recorded hosts', holds: pairs.every(([before, after]) => after < before) },
    ]),
    implementedIn: 'packages/simulator/src/schedulers/credit1.ts',
    why: 'Most of the gain comes with the first steps. The others pay for it: on both recorded hosts VM2 takes longer.',
  }
}
