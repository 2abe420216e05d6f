import type { Recommendation } from '@steelyard/contract'
import { formatRoughPercent } from '@steelyard/contract/format'
import { cx } from '../../../lib/cx.ts'

type DomainAdvice = Pick<Recommendation['domains'][number], 'predictedBefore' | 'predictedAfter'>

/** Below this, two predictions are the same for all that they can tell. */
const SAME_WITHIN = 0.05

/** Whether a domain would become faster or slower under the new weights, and by how much. */
export function GainOrPrice({ domain }: { domain: DomainAdvice }) {
  const [before, after] = [domain.predictedBefore?.ms, domain.predictedAfter?.ms]
  if (!before || after === undefined) return <span className="text-ink-faint">–</span>
  const change = after / before - 1
  if (Math.abs(change) < SAME_WITHIN) return <span className="text-ink-faint">the same</span>
  return (
    <span className={cx('whitespace-nowrap tabular', change < 0 ? 'text-ok' : 'text-warn')}>
      {formatRoughPercent(Math.abs(change))} {change < 0 ? 'faster' : 'slower'}
    </span>
  )
}
