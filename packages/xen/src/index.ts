export { authorizedKeysLine } from './access/authorized-keys-line.ts'
export { GATE_PATH, gateScript } from './access/gate-script.ts'
export { generateHostKeyPair } from './access/generate-host-key-pair.ts'
export { guestLogKeyLine, MAX_LINES_AGAIN } from './access/guest-log-key-line.ts'
export { sudoersSnippet } from './access/sudoers-snippet.ts'
export type * from './apply/application.ts'
export { applyPlan } from './apply/apply-plan.ts'
export { isAbout, isOutOfReach, recordedOf } from './apply/recorded-change.ts'
export { recoverApplication, rollbackApplication } from './apply/roll-back.ts'
export { POOL_0, REAL_TIME_POOL } from './host-command.ts'
export { HostError, type HostErrorCode, HostKeyChangedError, isContactLost } from './host-error.ts'
export type * from './host-inventory.ts'
export { affinityWords } from './levers/affinity/affinity.ts'
export { configLines, leftDrift } from './levers/left-values.ts'
export { type LeftValues, sameValue } from './levers/lever.ts'
export {
  LEVERS,
  type LeverKind,
  type LeverValues,
  valueNow,
  valueWords,
} from './levers/registry.ts'
export type { WantedWeight } from './plan/check-weight.ts'
export { type Domain0Need, domain0Warning } from './plan/domain0-warning.ts'
export type * from './plan/drift.ts'
export { makePlan, type PlanInput } from './plan/make-plan.ts'
export type * from './plan/plan.ts'
export type { WantedPool } from './plan/plan-pool.ts'
export type { PlanReason, PlanReasonCode, ReasonOf, ReasonSentences } from './plan/plan-reason.ts'
export { undoCommands } from './plan/undo-commands.ts'
export { virshPinCommands } from './plan/virsh-pin-commands.ts'
export { readHost } from './read-host.ts'
export { endTracing } from './record/end-tracing.ts'
export { followGuestLog } from './record/follow-guest-log.ts'
export type * from './record/guest-log.ts'
export { recordHost } from './record/record-host.ts'
export type * from './record/record-options.ts'
export type * from './record/recording-facts.ts'
export type * from './remote-shell.ts'
export { type CpuSample, sampleCpu } from './sample-cpu.ts'
export {
  type AddressRules,
  isPublicAddress,
  parseAddressRules,
} from './ssh/address/address-rules.ts'
export { allowedAddresses } from './ssh/address/allowed-addresses.ts'
export { connectHost } from './ssh/connect-host.ts'
export type * from './ssh/host-connection.ts'
export { placeOf } from './ssh/open-client.ts'
export { probeHostKey } from './ssh/probe-host-key.ts'
export { watchXentop } from './watch/watch-xentop.ts'
export { type StoredWeight, storeLine, type WeightStore, withStore } from './weight-store.ts'
export { formatPCpuList } from './xl/p-cpu-list.ts'
export { readXlOutput, type XlOutput, type XlStatement } from './xl/read-xl-output.ts'
