import type { LoopPolicy } from './loop-policy.ts'

type InMinutes = 'coolDown' | 'lookBack' | 'expiry' | 'outcome'

/** A policy with its times as people set them: in minutes, and as ISO 8601. */
type PolicyAsSet = Omit<LoopPolicy, 'blackouts' | `${InMinutes}Seconds`> & {
  blackouts: readonly { from: string; to: string; reason: string }[]
} & Readonly<Record<`${InMinutes}Minutes`, number>>

export function loopPolicyOf(settings: PolicyAsSet): LoopPolicy {
  const { mode, dryRun, timeZone, windows, largestStep, payers, leastGain } = settings
  const { missedWindows, ofWindows } = settings
  return {
    mode,
    dryRun,
    timeZone,
    windows,
    largestStep,
    payers,
    leastGain,
    missedWindows,
    ofWindows,
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
