import type { Recommendation } from '@steelyard/contract'
import { formatSignedMs, formatSignedPercent } from '@steelyard/contract/format'
import { cx } from '../../../lib/cx.ts'

type DomainAdvice = Pick<Recommendation['domains'][number], 'predictedBefore' | 'predictedAfter'>

/** How much response time a domain would gain or lose under the new weights. */
export function GainOrPrice({ domain }: { domain: DomainAdvice }) {
  const { predictedBefore, predictedAfter } = domain
  if (!predictedBefore || !predictedAfter) return <span className="text-ink-faint">–</span>
  const before = predictedBefore.ms
  const change = predictedAfter.ms - before
  if (change === 0) return null
  if (Math.abs(change) < 0.005 * before) return <span className="text-ink-faint">nothing</span>
  return (
    <span className={cx('whitespace-nowrap tabular', change < 0 ? 'text-ok' : 'text-warn')}>
      {change < 0 ? 'gains' : 'pays'} {formatSignedMs(change)}
      <span className="block text-xs">{formatSignedPercent(change / before)}</span>
    </span>
  )
}
