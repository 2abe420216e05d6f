import type { AsPrinted } from '@steelyard/contract'
import { OverloadCard } from './overload-card.tsx'
import { TotalDelayCard } from './total-delay-card.tsx'

/** Eq (5), (6) and (7) of the main paper, as printed and as corrected, side by side. */
export function AsPrintedSection({ asPrinted }: { asPrinted: AsPrinted | null }) {
  if (!asPrinted) {
    return (
      <p className="text-ink-soft">
        An earlier version made this analysis and did not ask the paper’s equations. Analyse the
        recording again to see them.
      </p>
    )
  }
  const { totalDelay, notPosed } = asPrinted
  return (
    <>
      <OverloadCard asPrinted={asPrinted} />
      {totalDelay ? (
        <TotalDelayCard totalDelay={totalDelay} />
      ) : (
        <p className="text-ink-soft">
          {notPosed
            ? `Eq (7) has no weights here: ${notPosed}`
            : 'No guest received requests, so eq (7) has nothing to add up.'}
        </p>
      )}
    </>
  )
}
