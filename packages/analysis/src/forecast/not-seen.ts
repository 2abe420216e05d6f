import { ESTIMATORS, FORMULA_IDS, type FormulaId, type Influence } from '@steelyard/model'
import type { AskedHost } from './asked-host.ts'

/** A lever that some formulas cannot see. */
export interface UnseenLever {
  lever: Exclude<Influence, 'weights'>
  /** Most trusted first. */
  estimators: FormulaId[]
  /** Whether the question changes this lever. */
  asked: boolean
}

/** Lists the levers that some formulas cannot see, and whether the question changes them. */
export function notSeen(now: AskedHost, asked: AskedHost): UnseenLever[] {
  const isAsked: Record<UnseenLever['lever'], boolean> = {
    'domain-0-weight': now.domain0Weight !== asked.domain0Weight,
    tslice: now.tsliceSeconds !== asked.tsliceSeconds,
    ratelimit: now.ratelimitSeconds !== asked.ratelimitSeconds,
    cap: now.domains.some(
      ({ capPercent }, index) => capPercent !== asked.domains[index]?.capPercent,
    ),
    load: asked.loadFactor !== 1 || asked.domains.some(({ loadFactor }) => loadFactor !== 1),
  }
  return (Object.keys(isAsked) as UnseenLever['lever'][])
    .filter((lever) => lever !== 'tslice' || asked.tsliceSeconds !== null)
    .map((lever) => ({ lever, estimators: blindTo(lever), asked: isAsked[lever] }))
    .filter(({ estimators }) => estimators.length > 0)
}

function blindTo(lever: Influence): FormulaId[] {
  return FORMULA_IDS.filter((id) => ESTIMATORS[id].blindTo.includes(lever))
}
