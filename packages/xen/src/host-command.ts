import { HostError } from './host-error.ts'
import type { Affinity, Reservation } from './host-inventory.ts'
import { isMoveAlias } from './move-alias.ts'
import { isAffinity, isPCpuList } from './xl/p-cpu-list.ts'

/** Schedulers whose weights and caps this package can read and set. */
export type WeightScheduler = 'credit' | 'credit2'

/** The cpupool that Xen boots with; Domain-0 never leaves it. */
export const POOL_0 = 'Pool-0'
/** The only cpupool that Steelyard makes. */
export const REAL_TIME_POOL = 'steelyard-rt'
/**
 * Schedulers for that cpupool: rtds for reservations, or credit for domains with pCPUs of their
 * own.
 */
export type PoolScheduler = 'rtds' | 'credit'

/** The allow-list: no other command can run on a host. */
export type HostCommand =
  | { verb: 'info' }
  | { verb: 'list-uuids' }
  | { verb: 'list-cpupools' }
  | { verb: 'cpupool-list' }
  | { verb: 'cpupool-pcpus' }
  | { verb: 'vcpu-list' }
  | { verb: 'vcpu-pin'; domainId: number; vCpu: number | 'all'; affinity: Affinity }
  | { verb: 'cpupool-cpu-remove' | 'cpupool-cpu-add'; pCpus: string }
  | { verb: 'cpupool-create'; scheduler: PoolScheduler; pCpus: string }
  | { verb: 'cpupool-destroy' }
  | { verb: 'cpupool-migrate'; domainId: number; cpupool: string }
  | { verb: 'rtds-read' }
  | { verb: 'rtds-set'; domainId: number; reservation: Reservation }
  | { verb: 'sched-read'; scheduler: WeightScheduler; domainId?: number }
  | {
      verb: 'sched-set'
      scheduler: WeightScheduler
      domainId: number
      weight?: number
      cap?: number
    }
  | { verb: 'migrate'; domainId: number; alias: string }
  | { verb: 'move-processes' }
  | { verb: 'clock' }
  | { verb: 'trace-readers' }
  | { verb: 'xentop'; intervalSeconds: number; samples: number }
  | { verb: 'xentrace'; seconds: number }
  | { verb: 'end-tracing' }

/** Commands that run without `sudo`. */
const UNPRIVILEGED = new Set<HostCommand['verb']>(['clock', 'trace-readers', 'move-processes'])

/**
 * The scheduler's events: runstate changes, switches, wake-ups, domains (TRC_SCHED, less verbose).
 */
const SCHEDULER_EVENTS = '0x0002f000'
/** The mask that Xen boots with: TRC_ALL. */
const ALL_EVENTS = '0x0ffff000'
export const MAX_RECORDING_SECONDS = 3600
export const MAX_INTERVAL_SECONDS = 60
/** One sample at the start and one after each interval. */
export const MAX_SAMPLES = MAX_RECORDING_SECONDS + 1

export const MAX_WEIGHT = 65535
/** Xen numbers domains up to DOMID_FIRST_RESERVED - 1 (0x7ff0 - 1). */
const MAX_DOMAIN_ID = 0x7fef
const MAX_VCPU = 8191
/** RTDS accepts nothing shorter; periods longer than the maximum have no use in real time. */
export const MIN_RESERVATION_US = 10
export const MAX_RESERVATION_US = 9_999_999
/** Xen allows far fewer vCPUs than this; the plan checks a domain's own limit. */
const MAX_CAP = 100 * 8192

/**
 * The command as separate words. `xl` parses numbers with strtol and takes "12abc" for 12, so every
 * number is checked here, at run time too: commands may come from stored data.
 *
 * @throws HostError `invalid-argument`
 */
export function renderArguments(command: HostCommand): string[] {
  switch (command.verb) {
    case 'info':
      return ['xl', 'info']
    case 'list-uuids':
      return ['xl', 'list', '-v']
    case 'list-cpupools':
      return ['xl', 'list', '-c']
    case 'cpupool-list':
      return ['xl', 'cpupool-list']
    case 'cpupool-pcpus':
      return ['xl', 'cpupool-list', '-c']
    case 'vcpu-list':
      return ['xl', 'vcpu-list']
    case 'vcpu-pin':
      return renderPin(command)
    case 'cpupool-cpu-remove':
    case 'cpupool-cpu-add':
      return ['xl', command.verb, POOL_0, pCpuList(command.pCpus)]
    case 'cpupool-create':
      return renderPool(command)
    case 'cpupool-destroy':
      return ['xl', 'cpupool-destroy', REAL_TIME_POOL]
    case 'cpupool-migrate':
      return renderMigrate(command)
    case 'rtds-read':
      return ['xl', 'sched-rtds', '-v', 'all']
    case 'rtds-set':
      return renderReservation(command)
    case 'sched-read':
      return [
        ...schedCommand(command.scheduler),
        ...(command.domainId === undefined
          ? []
          : ['-d', integer('domain id', command.domainId, 0, MAX_DOMAIN_ID)]),
      ]
    case 'sched-set':
      return renderSet(command)
    case 'migrate':
      return [
        'xl',
        'migrate',
        integer('domain id', command.domainId, 1, MAX_DOMAIN_ID),
        moveAlias(command.alias),
      ]
    case 'move-processes':
      // `t+` is for a shell in between: its own command line does not match the pattern.
      return ['pgrep', '-f', 'xl.migrat+e.+steelyard']
    case 'clock':
      return ['date', '+%s.%N']
    case 'trace-readers':
      // Xen has a single trace buffer: two programs that read it take each other's records.
      return ['pidof', 'xentrace', 'xenbaked']
    case 'xentop':
      return renderXentop(command)
    case 'xentrace':
      return renderXentrace(command)
    case 'end-tracing':
      // This sets the mask without switching tracing on (-X). When xentrace ends, after a second,
      // it switches tracing off, as it always does.
      return ['xentrace', '-D', '-X', '-e', ALL_EVENTS, '-T', '1', '/dev/stdout']
    default:
      throw new HostError('invalid-argument', 'That command is not on the allow-list.')
  }
}

function renderSet(command: Extract<HostCommand, { verb: 'sched-set' }>): string[] {
  if (command.weight === undefined && command.cap === undefined) {
    throw new HostError('invalid-argument', 'A set command needs a weight or a cap.')
  }
  const words = schedCommand(command.scheduler)
  // Ids start at 1, because Domain-0's weight and cap are never changed.
  words.push('-d', integer('domain id', command.domainId, 1, MAX_DOMAIN_ID))
  if (command.weight !== undefined) {
    words.push('-w', integer('weight', command.weight, 1, MAX_WEIGHT))
  }
  if (command.cap !== undefined) words.push('-c', integer('cap', command.cap, 0, MAX_CAP))
  return words
}

/**
 * Domain-0's vCPUs may be pinned too, because its I/O work runs there. Soft affinity stays
 * unchanged.
 */
function renderPin({ domainId, vCpu, affinity }: Extract<HostCommand, { verb: 'vcpu-pin' }>) {
  if (!isAffinity(affinity)) {
    throw new HostError('invalid-argument', 'An affinity is "all" or a list of pCPUs.')
  }
  const id = integer('domain id', domainId, 0, MAX_DOMAIN_ID)
  const which = vCpu === 'all' ? 'all' : integer('vCPU', vCpu, 0, MAX_VCPU)
  return ['xl', 'vcpu-pin', id, which, affinity]
}

/**
 * xl takes the text of a configuration file here, in which strings have quotes. The gate starts xl
 * without a shell in between, so the quotes reach it; on a host without the gate xl rejects the
 * text.
 */
function renderPool({ scheduler, pCpus }: Extract<HostCommand, { verb: 'cpupool-create' }>) {
  if (scheduler !== 'rtds' && scheduler !== 'credit') {
    throw new HostError('invalid-argument', 'A cpupool is made with rtds or credit.')
  }
  const settings = { name: REAL_TIME_POOL, sched: scheduler, cpus: pCpuList(pCpus) }
  const words = Object.entries(settings).map(([key, value]) => `${key}="${value}"`)
  return ['xl', 'cpupool-create', ...words]
}

function renderMigrate({ domainId, cpupool }: Extract<HostCommand, { verb: 'cpupool-migrate' }>) {
  if (cpupool !== POOL_0 && cpupool !== REAL_TIME_POOL) {
    throw new HostError('invalid-argument', `Domains move only to ${POOL_0} and ${REAL_TIME_POOL}.`)
  }
  return ['xl', 'cpupool-migrate', integer('domain id', domainId, 1, MAX_DOMAIN_ID), cpupool]
}

function renderReservation({ domainId, reservation }: Extract<HostCommand, { verb: 'rtds-set' }>) {
  const { periodUs, budgetUs, extraTime } = reservation
  return [
    'xl',
    'sched-rtds',
    '-d',
    integer('domain id', domainId, 1, MAX_DOMAIN_ID),
    '-v',
    'all',
    '-p',
    integer('period', periodUs, MIN_RESERVATION_US, MAX_RESERVATION_US),
    '-b',
    integer('budget', budgetUs, MIN_RESERVATION_US, MAX_RESERVATION_US),
    '-e',
    extraTime === true ? '1' : '0',
  ]
}

function pCpuList(pCpus: string): string {
  if (isPCpuList(pCpus)) return pCpus
  throw new HostError('invalid-argument', 'That is not a list of pCPUs.')
}

/** xentop flushes its output only when a buffer is full, hence stdbuf; -f prints names in full. */
function renderXentop(command: Extract<HostCommand, { verb: 'xentop' }>): string[] {
  const { intervalSeconds, samples } = command
  return [
    'stdbuf',
    '-oL',
    'xentop',
    '-b',
    '-f',
    '-d',
    integer('interval', intervalSeconds, 1, MAX_INTERVAL_SECONDS),
    '-i',
    integer('number of samples', samples, 1, MAX_SAMPLES),
  ]
}

/**
 * xentrace requires a file name, and accepts that of its own standard output. -T ends it on the
 * host even if our connection is lost. -S gives each pCPU 1 MiB against lost records; Xen keeps the
 * size of the first request until it reboots.
 */
function renderXentrace({ seconds }: Extract<HostCommand, { verb: 'xentrace' }>): string[] {
  const duration = integer('duration', seconds, 1, MAX_RECORDING_SECONDS)
  return ['xentrace', '-D', '-S', '256', '-e', SCHEDULER_EVENTS, '-T', duration, '/dev/stdout']
}

/** xl passes the name on to a shell. */
function moveAlias(alias: string): string {
  if (isMoveAlias(alias)) return alias
  throw new HostError('invalid-argument', 'That is no alias of a host of the pool.')
}

function schedCommand(scheduler: WeightScheduler): string[] {
  if (scheduler === 'credit') return ['xl', 'sched-credit']
  if (scheduler === 'credit2') return ['xl', 'sched-credit2']
  throw new HostError('invalid-argument', 'Only credit and credit2 have weights.')
}

function integer(what: string, value: number, min: number, max: number): string {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new HostError(
      'invalid-argument',
      `The ${what} must be a whole number from ${min} to ${max}.`,
      JSON.stringify(value),
    )
  }
  return String(value)
}

/**
 * The one place where words become the text that SSH carries. Every word is checked again, so that
 * the remote shell has nothing to interpret except quotes around harmless text. Accounts other than
 * root use `sudo -n` for commands that need the hypervisor.
 *
 * @throws HostError `invalid-argument`
 */
export function renderCommandLine(command: HostCommand, username: string): string {
  const words = renderArguments(command)
  if (!words.every((word) => /^[A-Za-z0-9/+%.,="-]+$/.test(word))) {
    throw new HostError('invalid-argument', 'The command holds characters that are not allowed.')
  }
  const plain = username === 'root' || UNPRIVILEGED.has(command.verb)
  return [...(plain ? [] : ['sudo', '-n']), ...words].join(' ')
}
