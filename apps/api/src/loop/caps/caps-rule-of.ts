import type { CapsMonitorSettings } from '@steelyard/contract'
import type { CapsRule } from '@steelyard/loop'
import { hostOf } from '../../lab/assess-real-time.ts'

/** The settings of a caps monitor as `packages/loop` takes them: in seconds. */
export function capsRuleOf(settings: CapsMonitorSettings): CapsRule {
  const { pCpus, realTime, share } = hostOf(settings)
  const others = settings.others.map(({ vCpus = 1, ...other }) => ({ ...other, vCpus }))
  return { pCpus, realTime, share, others }
}
