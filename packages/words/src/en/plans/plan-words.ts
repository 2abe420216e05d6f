import { formatPercentTenths, formatWholePercent } from '@steelyard/contract/format'
import {
  type ApplicationDrift,
  affinityWords,
  type DriftKind,
  type PlanReason,
  type PlanReasonCode,
  POOL_0,
  type ReasonOf,
  type ReasonSentences,
} from '@steelyard/xen'

/** Explains in a sentence why a plan can or cannot be applied. */
export function reasonText(reason: PlanReason): string {
  return sentence(reason)
}

function sentence<C extends PlanReasonCode>({ code, values }: ReasonOf<C>): string {
  return REASONS[code](values)
}

const pCpuCount = (count: number) => `${count} pCPU${count === 1 ? '' : 's'}`

/** See `creditsDomain0Needs`. */
const domain0Ground = (use: number | null) =>
  use === null
    ? 'the least, as nobody measured what it uses.'
    : `it was measured to use ${formatPercentTenths(use)} of a pCPU. It has to keep twice its use, and at least one part in 21.`

const REASONS: ReasonSentences = {
  'no-change': () => 'The host already has these values; there is nothing to apply.',
  'domain-missing': ({ uuid }) => `No guest with UUID ${uuid} is on the host.`,
  'domain-dying': ({ name }) => `${name} is being destroyed.`,
  'domain-listed-twice': ({ uuid }) => `The guest with UUID ${uuid} is listed twice.`,
  'domain-0-never-changed': () => 'Weight and cap of Domain-0 are never changed.',
  'weight-out-of-range': ({ name, most }) =>
    `The weight of ${name} must be a whole number from 1 to ${most}.`,
  'cap-out-of-range': ({ name, vCpus }) =>
    `The cap of ${name} must be a whole number from 0 to ${100 * vCpus} for ${vCpus} vCPUs.`,
  'scheduler-unsupported': ({ name, scheduler }) =>
    `${name} runs under the ${scheduler} scheduler, which has no weights.`,
  'drift-since-analysis': ({ drift }) => driftText(drift),
  'domain-0-share-falls': ({ from, to }) =>
    `Domain-0's share falls from ${formatPercentTenths(from)} to ${formatPercentTenths(to)}.`,
  'domain-0-starved': ({ from, to, needs, use }) =>
    `Domain-0's share falls from ${formatPercentTenths(from)} to ${formatPercentTenths(to)}, but it needs ${formatPercentTenths(needs)}: ${domain0Ground(use)} With less, all guests' packets wait once the guests want more CPU than there is.`,
  'domain-0-weighed': ({ from, to }) =>
    `XCP-ng weighs Domain-0 by itself, by which vCPUs are active: ${from} now, about ${to} under this plan. The shares count with that. Predictions count with the weight that was recorded.`,
  'vcpus-pinned': ({ name }) =>
    `${name} is pinned to pCPUs, so its weight counts only against guests there.`,
  'pcpu-unknown': ({ name, last }) =>
    `${name} must be pinned to one or more pCPUs numbered 0 to ${last}.`,
  'pcpu-not-in-cpupool': ({ name, cpupool, pCpus }) =>
    name === null
      ? `${cpupool} has no pCPU ${pCpus.join(', ') || 'none'} to give away.`
      : `${name} is in cpupool ${cpupool} and cannot run on pCPU ${pCpus.join(', ')}, which the pool does not have.`,
  'domain-0-pinned': ({ affinity }) =>
    `Domain-0 does the disk and network work of all guests. Pinned to ${affinityWords(affinity)}, it keeps them waiting whenever it waits there.`,
  'vcpus-share-pcpus': ({ name, vCpus, pCpus }) =>
    `${name} has ${vCpus} vCPUs for ${pCpuCount(pCpus)}: they take turns.`,
  'cpupool-exists': ({ cpupool }) =>
    `The host has a cpupool ${cpupool} already. First roll back the plan that made it.`,
  'pool-not-alone': () => 'A cpupool needs a plan of its own.',
  'pool-0-left-empty': () => `${POOL_0} needs a pCPU: Domain-0 cannot leave it.`,
  'domain-0-stays': () => `Domain-0 cannot leave ${POOL_0}.`,
  'domain-not-in-pool-0': ({ name, cpupool }) => `${name} is in cpupool ${cpupool}, not ${POOL_0}.`,
  'no-pcpu-left': ({ name }) =>
    `${name} is pinned to pCPUs that ${POOL_0} would give away: pin it elsewhere first.`,
  'reservation-out-of-range': ({ name, leastUs }) =>
    `${name} needs a period and a budget, each of at least ${leastUs} µs and less than 10 s. The budget cannot exceed the period.`,
  'reservations-exceed-pcpus': ({ promised, given }) =>
    `The vCPUs would be promised ${formatWholePercent(promised)} of a pCPU together, more than ${pCpuCount(given)} can give.`,
  'scheduler-may-be-missing': () =>
    'Many builds of Xen, including Debian’s, leave out the RTDS scheduler. Then the cpupool cannot be made, and everything is restored.',
  'values-reset-by-move': ({ domains }) =>
    `Xen forgets weight, cap and affinity of ${domains === 1 ? 'the guest' : 'the guests'} during the move; a roll-back sets them again.`,
}

/** Describes in a sentence how the host differs from the planned or applied values. */
export function driftText({ kind, name, expected, found }: ApplicationDrift): string {
  if (kind === 'changed-since-applied') {
    return `${name} was left with ${expected} and now has ${found ?? 'none'}.`
  }
  return DRIFTS[kind](name, expected ?? 'none', found ?? 'none')
}

const DRIFTS: Record<DriftKind, (name: string, expected: string, found: string) => string> = {
  'domain-missing': (name) => `${name} is no longer on the host.`,
  'domain-new': (name) => `${name} is new on the host.`,
  'domain-restarted': (name, expected, found) =>
    `${name} was restarted: its id was ${expected} and is now ${found}.`,
  'domain-renamed': (name, _, found) => `${name} is now called ${found}.`,
  'weight-changed': (name, expected, found) =>
    `The weight of ${name} was ${expected} and is now ${found}.`,
  'cap-changed': (name, expected, found) =>
    `The cap of ${name} was ${expected} and is now ${found}.`,
  'affinity-changed': (name, expected, found) =>
    `${name} could run on pCPUs ${expected} and can now run on ${found}.`,
  'vcpus-changed': (name, expected, found) => `${name} had ${expected} vCPUs and now has ${found}.`,
  'cpupool-changed': (name, expected, found) =>
    `${name} was in cpupool ${expected} and is now in ${found}.`,
  'cpupools-changed': (_, expected, found) =>
    `The cpupools and their pCPUs were ${expected} and are now ${found}.`,
  'stored-weight-changed': (name, expected, found) =>
    `XAPI stored ${expected} of ${name} and now stores ${found}.`,
  'scheduler-changed': (name, expected, found) =>
    `The scheduler of ${name} was ${expected} and is now ${found}.`,
}

/** Said of predictions that a formula made in the place of the simulation. */
export const PROVISIONAL =
  'These figures are provisional: a formula made them, and the simulation has not tried these weights.'
