export { type Activity, observeActivity, QUIET_SAMPLES } from './caps/activity.ts'
export type { CapBounds } from './caps/beyond-cap-bounds.ts'
export { type CapsSituation, type CapsStep, nextCapsStep } from './caps/next-caps-step.ts'
export { stillHeld } from './caps/still-held.ts'
export type {
  CapChange,
  CappedDomain,
  CapsByDomain,
  CapsRule,
  WantedCaps,
} from './caps/wanted-caps.ts'
export { beyondBounds, LEAST_SHARE, type ShareRange, shareBounds } from './change/bounds.ts'
export { kindOf } from './change/kind-of.ts'
export type * from './change/proposal.ts'
export * from './change/share-change.ts'
export { isWithinWindows } from './decide/change-windows.ts'
export { hindrancesNow } from './decide/hindrances.ts'
export type * from './decide/loop-policy.ts'
export { loopPolicyOf } from './decide/loop-policy-of.ts'
export { nextStep } from './decide/next-step.ts'
export type * from './decide/situation.ts'
export type * from './decide/step.ts'
export { minuteOf, wallClock } from './decide/wall-clock.ts'
export {
  type ForetoldTime,
  type JudgedOutcome,
  judgeOutcome,
  LEAST_REQUESTS,
  type OutcomeDomain,
} from './outcome/judge-outcome.ts'
export {
  type DomainMinute,
  type HostMinute,
  MINUTE_SECONDS,
  type WeighedDomain,
  type WeighedHost,
} from './relief/host-minute.ts'
export { JUDGED_MINUTES, judgeRelief, middleWorst } from './relief/judge-relief.ts'
export { missedMinutes } from './relief/measured-load.ts'
export { gainOfRelief, type Relief, reliefKind } from './relief/relief.ts'
export { type LoopPorts, takeStep } from './take-step.ts'
export {
  type DailySeason,
  fitDailySeason,
  historyDue,
  type SeasonHistory,
} from './trigger/daily-season.ts'
export type { Forecast, Forecaster, ForetoldTimes, ForetoldWindow } from './trigger/forecast.ts'
export { type Ar1Forecast, forecastAr1 } from './trigger/forecast-ar1.ts'
export { fitHoltWinters, type HoltWinters } from './trigger/holt-winters.ts'
export {
  freshState,
  type Hotspot,
  type HotspotEvidence,
  type TriggerState,
} from './trigger/hotspot.ts'
export { hotspots } from './trigger/hotspots.ts'
export { type MissedInKOfN, missedInKOfN } from './trigger/missed-in-k-of-n.ts'
export { observeWindow, type TriggerObservation } from './trigger/observe-window.ts'
export { DEFAULT_TRIGGER_RULE, type TriggerRule, triggerRule } from './trigger/trigger-rule.ts'
export { type KnownWindow, misses, type TriggerWindow } from './trigger/trigger-window.ts'
