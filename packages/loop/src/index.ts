export { type Activity, observeActivity, QUIET_SAMPLES } from './caps/activity.ts'
export { type CapsSituation, type CapsStep, nextCapsStep } from './caps/next-caps-step.ts'
export { stillHeld } from './caps/still-held.ts'
export type { CapChange, CapsByDomain, CapsRule, WantedCaps } from './caps/wanted-caps.ts'
export { beyondBounds, LEAST_SHARE, shareBounds } from './change/bounds.ts'
export { kindOf } from './change/kind-of.ts'
export type * from './change/proposal.ts'
export * from './change/share-change.ts'
export { hindrancesNow } from './decide/hindrances.ts'
export type * from './decide/loop-policy.ts'
export { loopPolicyOf } from './decide/loop-policy-of.ts'
export type * from './decide/situation.ts'
export type * from './decide/step.ts'
export { minuteOf, wallClock } from './decide/wall-clock.ts'
export { type JudgedOutcome, judgeOutcome } from './outcome/judge-outcome.ts'
export {
  type DomainMinute,
  type HostMinute,
  MINUTE_SECONDS,
  type WeighedDomain,
  type WeighedHost,
} from './relief/host-minute.ts'
export { idlePCpusFor, isBoundByItself } from './relief/idle-p-cpus.ts'
export { JUDGED_MINUTES, judgeRelief, middleWorst } from './relief/judge-relief.ts'
export { type DomainDemand, measuredLoad, missedMinutes } from './relief/measured-load.ts'
export { gainOfRelief, type Relief, reliefKind, relieve } from './relief/relief.ts'
export { suitedShares } from './relief/suited-shares.ts'
export { type LoopPorts, takeStep } from './take-step.ts'
export { fitDailySeason, historyDue, type SeasonHistory } from './trigger/daily-season.ts'
export { forecastAr1 } from './trigger/forecast-ar1.ts'
export {
  freshState,
  type Hotspot,
  type HotspotEvidence,
  type TriggerState,
} from './trigger/hotspot.ts'
export { hotspots } from './trigger/hotspots.ts'
export { missedInKOfN } from './trigger/missed-in-k-of-n.ts'
export { observeWindow } from './trigger/observe-window.ts'
export { DEFAULT_TRIGGER_RULE, type TriggerRule, triggerRule } from './trigger/trigger-rule.ts'
export { misses, type TriggerWindow } from './trigger/trigger-window.ts'
