// The door of bench: what research may use of it. Everything else here is bench's own.
export { drawnHost } from './lib/drawn-host.ts'
export { KeptLines } from './lib/kept-lines.ts'
export { percentile95Of } from './lib/percentile-95.ts'
export { PythonEnvironmentError, pythonEnvironment } from './lib/python-environment.ts'
export {
  type Column,
  markdownTable,
  milliseconds,
  percent,
  textTable,
} from './lib/text-table.ts'
export { timeSchemes } from './lib/time-schemes.ts'
export {
  type Judgement,
  judge,
  type RecordedRun,
  recordHost,
} from './lib/xen-host-peer.ts'
export { MINUTE_SECONDS } from './loop/clock.ts'
export type { Contender, Result } from './loop/compare.ts'
export { FAMILIES, FAMILY_IDS, type FamilyId } from './loop/families.ts'
export { HOST_KINDS, type HostKind, hostKinds } from './loop/host-kinds.ts'
export type { View } from './loop/judged.ts'
export { playedResults } from './loop/played-results.ts'
export { AS_PUBLISHED, sandpiper } from './loop/sandpiper.ts'
export type { LoggedDomain, Minute, SeenDomain, Weights } from './loop/simulated-host.ts'
export { type Summary, summarise } from './loop/summary.ts'
export { betweenMarkers } from './loop/write-tables.ts'
export { cpuSecondsOf } from './reads/cpu-time.ts'
