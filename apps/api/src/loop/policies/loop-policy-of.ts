import type { PolicySettings } from '@steelyard/contract'
import type { LoopPolicy } from '@steelyard/loop'

/** The settings of a policy as `packages/loop` takes them: in seconds. */
export function loopPolicyOf(settings: PolicySettings): LoopPolicy {
  const { mode, dryRun, timeZone, windows, largestStep, payers, leastGain } = settings
  return {
    mode,
    dryRun,
    timeZone,
    windows,
    largestStep,
    payers,
    leastGain,
    blackouts: settings.blackouts.map(({ from, to, reason }) => ({
      fromEpochSeconds: Date.parse(from) / 1000,
      toEpochSeconds: Date.parse(to) / 1000,
      reason,
    })),
    coolDownSeconds: settings.coolDownMinutes * 60,
    lookBackSeconds: settings.lookBackMinutes * 60,
    expirySeconds: settings.expiryMinutes * 60,
    outcomeSeconds: settings.outcomeMinutes * 60,
  }
}
