import type { Reason } from '@steelyard/contract'
import { ReasonList } from '../analysis/verdict/reason-list.tsx'

/** More would not leave room for the rest of a page. */
const MOST = 5

/** The first of them, and how many more there are in Steelyard. */
export function FirstReasons({ reasons }: { reasons: readonly Reason[] }) {
  const more = reasons.length - MOST
  return (
    <>
      <ReasonList reasons={reasons.slice(0, MOST)} />
      {more > 0 ? <p className="text-ink-faint">{more} more under Evidence in Steelyard.</p> : null}
    </>
  )
}
