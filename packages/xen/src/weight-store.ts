import type { HostCommand } from './host-command.ts'
import { HostError } from './host-error.ts'
import type { CommandAnswer, RemoteShell } from './remote-shell.ts'

/**
 * What a toolstack such as XAPI keeps of a guest for its next start, resume or migration: the texts
 * that stand there, because it may have taken any. Null: nothing stands there.
 */
export interface StoredWeight {
  weight: string | null
  cap: string | null
}

/** Where the weights of a host's guests are kept, beside the host itself. */
export interface WeightStore {
  /**
   * Null when the guest is no longer known.
   * @throws HostError `store-failed`
   */
  read(uuid: string): Promise<StoredWeight | null>
  /**
   * Leaves all else that is kept of the guest as it is.
   * @throws HostError `store-failed`
   */
  write(uuid: string, to: StoredWeight): Promise<void>
}

export interface StoreCommand {
  verb: 'store-weight'
  uuid: string
  from: StoredWeight
  to: StoredWeight
}

/** A step of a lever: a command on the host, or a request to the store beside it. */
export type LeverCommand = HostCommand | StoreCommand

export function isForStore(command: LeverCommand): command is StoreCommand {
  return command.verb === 'store-weight'
}

/** The same as a person would type it on Domain-0. */
export function storeLine({ uuid, from, to }: StoreCommand): string {
  const keys = (['weight', 'cap'] as const).filter((key) => from[key] !== to[key])
  const set = keys.flatMap((key) => {
    const value = to[key]
    return value === null ? [] : [`VCPUs-params:${key}=${asWord(value)}`]
  })
  const removed = keys.filter((key) => to[key] === null)
  return [
    ...(set.length > 0 ? [`xe vm-param-set uuid=${uuid} ${set.join(' ')}`] : []),
    ...removed.map(
      (key) => `xe vm-param-remove uuid=${uuid} param-name=VCPUs-params param-key=${key}`,
    ),
  ].join(' && ')
}

/** XAPI stores any text, so what comes back from there may be none that a shell leaves alone. */
function asWord(text: string): string {
  return /^[\w.+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** @throws HostError `store-failed` */
export function storeOf({ store }: Pick<RemoteShell, 'store'>): WeightStore {
  if (store) return store
  throw new HostError('store-failed', 'XAPI is not connected.')
}

/** The text of a step, as plans show it. */
export function lineOf(shell: RemoteShell, command: LeverCommand): string {
  return isForStore(command) ? storeLine(command) : shell.commandLine(command)
}

/** @throws HostError */
export async function carryOut(shell: RemoteShell, command: LeverCommand): Promise<CommandAnswer> {
  if (!isForStore(command)) return shell.run(command)
  await storeOf(shell).write(command.uuid, command.to)
  return { exitCode: 0, stdout: '', stderr: '' }
}

/** The same connection to a host, with the store of its guests' weights. */
export function withStore(shell: RemoteShell, store: WeightStore): RemoteShell {
  return {
    store,
    commandLine: (command) => shell.commandLine(command),
    run: (command, options) => shell.run(command, options),
    stream: (command, options) => shell.stream(command, options),
    close: () => shell.close(),
  }
}
