import type { PlanChange } from '@steelyard/contract'
import { formatCap, formatCount, formatCounted } from '@steelyard/contract/format'
import { BeforeAfter } from '../ui/before-after.tsx'

/** Summarises the change so that the user reads it again before typing the password. */
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
        {formatCounted(changes.length, 'guest')} on <strong className="text-ink">{hostName}</strong>{' '}
        will be changed, read back, and restored if anything goes wrong:
      </p>
      <ul className="mt-2 space-y-1">
        {changes.map((change) => (
          <li key={change.domain} className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium text-ink">{change.domain}</span>
            <span className="flex flex-wrap justify-end gap-x-3">
              {valuesOf(change)
                .filter(({ before, after }) => before !== after)
                .map(({ what, before, after }) => (
                  <span key={what}>
                    {what} <BeforeAfter before={before} after={after} />
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function valuesOf(change: PlanChange) {
  return [
    {
      what: 'weight',
      before: formatCount(change.weightBefore),
      after: formatCount(change.weightAfter),
    },
    { what: 'cap', before: formatCap(change.capBefore), after: formatCap(change.capAfter) },
    {
      what: 'cpupool',
      before: change.cpupoolBefore ?? 'unknown',
      after: change.cpupoolAfter ?? 'unknown',
    },
    {
      what: 'pCPUs',
      before: change.affinityBefore ?? 'unknown',
      after: change.affinityAfter ?? 'unknown',
    },
  ]
}
