import type { AskedHost } from './asked-host.ts'
import type { FormulaName } from './forecast.ts'

/** A lever that some formulas cannot see. */
export interface UnseenLever {
  lever: 'cap' | 'load' | 'domain-0-weight' | 'tslice' | 'ratelimit'
  estimators: FormulaName[]
  /** Whether the question changes this lever. */
  asked: boolean
}

/** Lists the levers that some formulas cannot see, and whether the question changes them. */
export function notSeen(now: AskedHost, asked: AskedHost): UnseenLever[] {
  const levers: UnseenLever[] = [
    {
      lever: 'domain-0-weight',
      estimators: ['sdps'],
      asked: now.domain0Weight !== asked.domain0Weight,
    },
    {
      lever: 'tslice',
      estimators: ['sdps', 'delay-aware-calibrated', 'delay-aware'],
      asked: now.tsliceSeconds !== asked.tsliceSeconds,
    },
    {
      lever: 'ratelimit',
      estimators: ['sdps', 'delay-aware-calibrated', 'delay-aware'],
      asked: now.ratelimitSeconds !== asked.ratelimitSeconds,
    },
    {
      lever: 'cap',
      estimators: ['delay-aware-calibrated', 'delay-aware'],
      asked: now.domains.some(
        ({ capPercent }, index) => capPercent !== asked.domains[index]?.capPercent,
      ),
    },
    {
      lever: 'load',
      estimators: ['delay-aware'],
      asked: asked.loadFactor !== 1 || asked.domains.some(({ loadFactor }) => loadFactor !== 1),
    },
  ]
  return asked.tsliceSeconds === null ? levers.filter(({ lever }) => lever !== 'tslice') : levers
}
