export { type Arrivals, arrivalRatePerSecond } from './arrivals.ts'
export type { Distribution } from './histogram.ts'
export { type ReplicateOptions, replicate } from './replicate.ts'
export { type ConnectionCost, connectionPath, directPath, type RequestLeg } from './request-path.ts'
export { type RunTwinOptions, runTwin } from './run-twin.ts'
export { meanServiceSeconds, type ServiceTime } from './service-time.ts'
export { simulate } from './simulate.ts'
export type { Interval } from './student.ts'
export type { Summarised, TwinSummary } from './summarise.ts'
export {
  type Background,
  type Credit1Options,
  type Credit2Options,
  type DomainChange,
  type GuestLoad,
  type KernelTick,
  linuxTick,
  type TwinConfig,
  type TwinDomain,
  type TwinGuest,
  type TwinOptions,
} from './twin-config.ts'
export { TwinError, type TwinErrorCode } from './twin-error.ts'
export type {
  DomainResult,
  PCpuResult,
  RequestResult,
  SchedulingResult,
  StateSeconds,
  TwinResult,
  WindowResult,
} from './twin-result.ts'
