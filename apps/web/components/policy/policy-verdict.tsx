import type { HostPolicy } from '@steelyard/contract'
import { ActingStatement } from './acting-statement.tsx'
import { canChangeHosts } from './policy-words.ts'

/** What happens now when a target is missed, and whether a change may be made at this moment. */
export function PolicyVerdict({
  policy: { statement, canActNow, hindrances, settings },
}: {
  policy: HostPolicy
}) {
  const acts = canChangeHosts(settings.mode)
  return (
    <div className="space-y-2">
      <ActingStatement acts={acts} canActNow={canActNow}>
        {statement}
      </ActingStatement>
      {acts ? (
        <div className="pl-8.5 text-sm text-ink-soft">
          {canActNow ? (
            <p>A change may be made now.</p>
          ) : (
            <>
              <p className="font-medium text-ink">No change may be made now:</p>
              <ul className="mt-1 list-disc space-y-0.5 pl-5">
                {hindrances.map((hindrance) => (
                  <li key={hindrance}>{hindrance}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      ) : null}
    </div>
  )
}
