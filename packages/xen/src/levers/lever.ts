import { isDeepStrictEqual } from 'node:util'
import type { HostCommand } from '../host-command.ts'
import type { HostInventory } from '../host-inventory.ts'
import type { RemoteShell } from '../remote-shell.ts'

/** What Xen goes by. Levers of a cpupool use neither. */
export interface Target {
  domainId: number
  /** Of the cpupool in which the value is set; empty where it does not matter. */
  scheduler: string
}

/** What is known of a domain afterwards, for later readings to be compared with. */
export interface LeftValues {
  weight?: number
  cap?: number
  affinity?: string[]
  cpupool?: string
}

/**
 * One kind of thing that a plan can change on a host. Planning, applying, reading back and restoring
 * know levers only by these parts; `registry.ts` lists them all.
 */
export interface Lever<Value> {
  /** A domain that is gone needs no restoring, a cpupool that is gone does. */
  about: 'domain' | 'cpupool'

  /** False where Xen drops the value by itself once the changes before it are undone. */
  isRestored: boolean

  /**
   * The value in a reading of the whole host; null where it cannot be read.
   * @param uuid of the domain; levers of a cpupool need none
   */
  now(inventory: HostInventory, uuid: string): Value | null

  /**
   * Asks the host for this one value, with as few commands as that takes.
   * @throws HostError
   */
  read(shell: RemoteShell, target: Target): Promise<Value>

  /** What leads from one value to another, in the order in which it is to be run. */
  commands(from: Value, to: Value, target: Target): HostCommand[]

  /**
   * Whether what stands on the host can stem from a change from `before` to `after`, or from undoing
   * it: each part of it is one of the two. Any other value is somebody else's, set in the meantime,
   * and theirs to decide about.
   */
  couldBeOurs(found: Value, change: { before: Value; after: Value }): boolean

  /** The cpupool in which the value is set, where that is not the one that the domain is in. */
  cpupoolOf?(value: Value): string

  /** What of it later readings show of the domain; null where they show nothing. */
  left(value: Value): LeftValues | null

  words: LeverWords<Value>
}

/** How a value is shown. */
export interface LeverWords<Value> {
  /** With its noun: `pCPUs 0-1`. */
  value(value: Value): string
  /** In the list of an application's steps. */
  inSteps(value: Value): string
  /** Under a heading that says what it is: `0-1`. */
  bare(value: Value): string
  /** The step that sets it: `Set vm1 to pCPUs 0-1.` */
  setting(name: string, to: Value): string
  /** The step that puts it back. */
  restoring(name: string, to: Value): string
}

/** The words of a lever whose values are shown alike everywhere. */
export function plainWords<Value>(value: (value: Value) => string): LeverWords<Value> {
  return {
    value,
    inSteps: value,
    bare: value,
    setting: (name, to) => `Set ${name} to ${value(to)}.`,
    restoring: (name, to) => `Put ${name} back to ${value(to)}.`,
  }
}

/** Whether what was found is what was wanted; what the wanted value leaves open may be anything. */
export function sameValue<Value extends object>(found: Value, wanted: Value): boolean {
  const parts = Object.keys(wanted) as (keyof Value)[]
  return parts
    .filter((part) => wanted[part] !== undefined)
    .every((part) => isDeepStrictEqual(found[part], wanted[part]))
}
