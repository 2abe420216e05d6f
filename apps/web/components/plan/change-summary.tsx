import type { PlanChange } from '@steelyard/contract'
import { formatCount, formatCounted } from '../../lib/format.ts'
import { BeforeAfter } from '../analysis/before-after.tsx'
import { formatCap } from './format-cap.ts'

/** What is about to change, read once more before the password is typed. */
export function ChangeSummary({
  hostName,
  changes,
}: {
  hostName: string
  changes: readonly PlanChange[]
}) {
  return (
    <>
      <p>
        {formatCounted(changes.length, 'domain')} on{' '}
        <strong className="text-ink">{hostName}</strong> will be changed, read back, and put back if
        anything goes wrong:
      </p>
      <ul className="mt-2 space-y-1">
        {changes.map((change) => (
          <li key={change.xenUuid} className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium text-ink">{change.domain}</span>
            <span>
              weight{' '}
              <BeforeAfter
                before={formatCount(change.weightBefore)}
                after={formatCount(change.weightAfter)}
              />
              {change.capBefore === change.capAfter ? null : (
                <>
                  , cap{' '}
                  <BeforeAfter
                    before={formatCap(change.capBefore)}
                    after={formatCap(change.capAfter)}
                  />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
