import { isDeepStrictEqual } from 'node:util'
import type { HostInventory } from '../host-inventory.ts'
import type { RemoteShell } from '../remote-shell.ts'
import type { LeverCommand } from '../weight-store.ts'

/** What a Xen command refers to. Levers of a cpupool use neither field. */
export interface Target {
  domainId: number
  /** Scheduler of the cpupool in which the value is set; empty when it does not matter. */
  scheduler: string
  /** Of the guest, for what is kept beside the host. */
  uuid?: string
}

/** The values that changes left on a domain, for comparison with later readings. */
export interface LeftValues {
  weight?: number
  cap?: number
  affinity?: string[]
  cpupool?: string
}

/** A value that is not what was left on a domain, with both values in words. */
export interface LeftDrift {
  kind: keyof LeftValues
  text: string
}

/**
 * One kind of setting that a plan can change on a host. Planning, applying, reading back and
 * restoring use levers only through these members; `registry.ts` lists them all.
 */
export interface Lever<Value> {
  /**
   * A domain that is gone needs no restoring; a cpupool that is gone does, and so does what is kept of
   * a guest beside the host.
   */
  about: 'domain' | 'cpupool' | 'record'

  /** False when Xen drops the value by itself once the changes before it are undone. */
  isRestored: boolean

  /**
   * The value in a reading of the whole host. Null when it cannot be read.
   * @param uuid of the domain; levers of a cpupool need none
   */
  now(inventory: HostInventory, uuid: string): Value | null

  /**
   * The value where no reading of the host shows it. Null when the guest is no longer known.
   * @throws HostError `store-failed`
   */
  ask?(shell: RemoteShell, uuid: string): Promise<Value | null>

  /**
   * Reads this one value from the host, with as few commands as possible.
   * @throws HostError
   */
  read(shell: RemoteShell, target: Target): Promise<Value>

  /** The commands that change one value into another, in the order in which they run. */
  commands(from: Value, to: Value, target: Target): LeverCommand[]

  /**
   * Whether the value on the host can result from a change from `before` to `after`, or from
   * undoing it: each part of it is one of the two. Any other value was set by someone else in the
   * meantime, so it is theirs to decide about.
   */
  couldBeOurs(found: Value, change: { before: Value; after: Value }): boolean

  /** The cpupool in which the value is set, if it is not the domain's present one. */
  cpupoolOf?(value: Value): string

  /** How long a value lasts on a domain. Null when later readings of the domain do not show it. */
  left: LeftOnDomain<Value> | null

  words: LeverWords<Value>
}

/** A lever's part in the values that were left on a domain. */
interface LeftOnDomain<Value> {
  /** The part of a value that later readings of the domain show. */
  of(value: Value): LeftValues

  /**
   * What has changed since.
   * @param now as in the last reading; null when it does not show the value
   */
  drift(left: LeftValues, now: Value | null): LeftDrift[]

  /**
   * Lines for xl.cfg(5), so that the values survive a restart. Domain-0 has no configuration file,
   * so for it these are commands to run once it has started.
   */
  configLines(left: LeftValues, domainId: number | null): string[]
}

/** How a value is displayed. */
interface LeverWords<Value> {
  /** With its noun, such as `pCPUs 0-1`. */
  value(value: Value): string
  /** In the list of an application's steps. */
  inSteps(value: Value): string
  /** Under a heading that already names it, such as `0-1`. */
  bare(value: Value): string
  /** The step that sets it, such as `Set vm1 to pCPUs 0-1.` */
  setting(name: string, to: Value): string
  /** The step that restores it. */
  restoring(name: string, to: Value): string
}

/** The words of a lever whose values look the same everywhere. */
export function plainWords<Value>(value: (value: Value) => string): LeverWords<Value> {
  return {
    value,
    inSteps: value,
    bare: value,
    setting: (name, to) => `Set ${name} to ${value(to)}.`,
    restoring: (name, to) => `Put ${name} back to ${value(to)}.`,
  }
}

/**
 * Whether the value found is the wanted one; parts that the wanted value leaves open may be
 * anything.
 */
export function sameValue<Value extends object>(found: Value, wanted: Value): boolean {
  const parts = Object.keys(wanted) as (keyof Value)[]
  return parts
    .filter((part) => wanted[part] !== undefined)
    .every((part) => isDeepStrictEqual(found[part], wanted[part]))
}
