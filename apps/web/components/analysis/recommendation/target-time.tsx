import type { Recommendation } from '@steelyard/contract'
import { formatTenths, type OneUnit } from '@steelyard/contract/format'

type DomainAdvice = Recommendation['domains'][number]

/** A domain's target or, without one, how long it may take while it pays for others. */
export function TargetTime({
  targetMs,
  advice,
  times,
}: {
  targetMs: number | null | undefined
  advice: DomainAdvice | undefined
  times: OneUnit
}) {
  if (targetMs || !advice || advice.softTargetMs === null) return times.target(targetMs)
  return (
    <span>
      {times.target(advice.softTargetMs)}
      <span className="block text-ink-soft">{softWords(advice)}</span>
    </span>
  )
}

/** Where a soft target comes from. */
function softWords({ softTargetMs, softTargetOrigin, measuredMs, predictedBefore }: DomainAdvice) {
  const presentMs = measuredMs ?? predictedBefore?.ms
  if (softTargetOrigin === 'asked' || softTargetMs === null || !presentMs) return 'soft, yours'
  return `soft, by default ${formatTenths(softTargetMs / presentMs)} × present`
}
