import { HostError } from './host-error.ts'

/** Schedulers whose weights and caps this package can read and set. */
export type WeightScheduler = 'credit' | 'credit2'

/** The allow-list: nothing else can be run on a host. */
export type HostCommand =
  | { verb: 'info' }
  | { verb: 'list-uuids' }
  | { verb: 'list-cpupools' }
  | { verb: 'cpupool-list' }
  | { verb: 'vcpu-list' }
  | { verb: 'sched-read'; scheduler: WeightScheduler; domainId?: number }
  | {
      verb: 'sched-set'
      scheduler: WeightScheduler
      domainId: number
      weight?: number
      cap?: number
    }

export const MAX_WEIGHT = 65535
/** Xen numbers domains up to DOMID_FIRST_RESERVED - 1 (0x7ff0 - 1). */
const MAX_DOMAIN_ID = 0x7fef
/** Xen allows far fewer vCPUs than this; a domain's own limit is checked by the plan. */
const MAX_CAP = 100 * 8192

/**
 * The command as separate words. `xl` reads numbers with strtol and takes "12abc" for 12, so every
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
    case 'vcpu-list':
      return ['xl', 'vcpu-list']
    case 'sched-read':
      return [
        ...schedCommand(command.scheduler),
        ...(command.domainId === undefined
          ? []
          : ['-d', integer('domain id', command.domainId, 0, MAX_DOMAIN_ID)]),
      ]
    case 'sched-set':
      return renderSet(command)
    default:
      throw new HostError('invalid-argument', 'That command is not on the allow-list.')
  }
}

function renderSet(command: Extract<HostCommand, { verb: 'sched-set' }>): string[] {
  if (command.weight === undefined && command.cap === undefined) {
    throw new HostError('invalid-argument', 'A set command needs a weight or a cap.')
  }
  const words = schedCommand(command.scheduler)
  // From 1: Domain-0 is never changed.
  words.push('-d', integer('domain id', command.domainId, 1, MAX_DOMAIN_ID))
  if (command.weight !== undefined) {
    words.push('-w', integer('weight', command.weight, 1, MAX_WEIGHT))
  }
  if (command.cap !== undefined) words.push('-c', integer('cap', command.cap, 0, MAX_CAP))
  return words
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
 * the remote shell has nothing to interpret. Accounts other than root go through `sudo -n`.
 *
 * @throws HostError `invalid-argument`
 */
export function renderCommandLine(command: HostCommand, username: string): string {
  const words = renderArguments(command)
  if (!words.every((word) => /^[A-Za-z0-9-]+$/.test(word))) {
    throw new HostError('invalid-argument', 'The command holds characters that are not allowed.')
  }
  return [...(username === 'root' ? [] : ['sudo', '-n']), ...words].join(' ')
}
