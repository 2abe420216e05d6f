import { type HostCommand, POOL_0 } from '../../host-command.ts'
import type { Affinity, DomainState } from '../../host-inventory.ts'
import { isWeightScheduler, readCpupoolOf, readWeight } from '../../read-host.ts'
import type { RemoteShell } from '../../remote-shell.ts'
import {
  affinityOf,
  affinityWords,
  isMixtureOf,
  pinCommands,
  readAffinity,
} from '../affinity/affinity.ts'
import { type LeftDrift, type LeftValues, type Lever, plainWords, type Target } from '../lever.ts'
import { setCommand } from '../weight-and-cap/weight-and-cap.ts'

/** The cpupool that a domain belongs to. */
export interface Membership {
  cpupool: string
  /**
   * Values that Xen forgets when a domain changes its cpupool; absent when that does not matter.
   */
  kept?: KeptValues
}

interface KeptValues {
  weight: number | null
  cap: number | null
  affinity: Affinity[]
}

/** The values of a domain that has just entered a cpupool. */
export const FRESH = { weight: 256, cap: 0, affinity: ['all'] }

export function membershipOf(domain: DomainState): Membership {
  const { cpupool, weight, cap } = domain
  return { cpupool, kept: { weight, cap, affinity: affinityOf(domain) } }
}

async function read(shell: RemoteShell, { domainId, scheduler }: Target): Promise<Membership> {
  const cpupool = (await readCpupoolOf(shell, domainId)) ?? ''
  if (cpupool !== POOL_0 || !isWeightScheduler(scheduler)) return { cpupool }
  const weightAndCap = await readWeight(shell, scheduler, domainId)
  return { cpupool, kept: { ...weightAndCap, ...(await readAffinity(shell, domainId)) } }
}

/**
 * Xen gives a domain the defaults of the cpupool that it enters (`sched_move_domain`), so values to
 * be kept must be set again.
 */
function commands(from: Membership, to: Membership, target: Target): HostCommand[] {
  const { domainId } = target
  const moves = from.cpupool !== to.cpupool
  const migrate: HostCommand = { verb: 'cpupool-migrate', domainId, cpupool: to.cpupool }
  const now = moves ? FRESH : (from.kept ?? FRESH)
  return [...(moves ? [migrate] : []), ...(to.kept ? keepCommands(now, to.kept, target) : [])]
}

function keepCommands(now: KeptValues, kept: KeptValues, target: Target): HostCommand[] {
  const { domainId, scheduler } = target
  const { weight, cap, affinity } = kept
  const isWeighed = isWeightScheduler(scheduler) && weight !== null && cap !== null
  const from = { weight: now.weight ?? 0, cap: now.cap ?? -1 }
  return [
    ...(isWeighed && (from.weight !== weight || from.cap !== cap)
      ? [setCommand(scheduler, domainId, from, { weight, cap })]
      : []),
    ...(String(now.affinity) === String(affinity) ? [] : pinCommands(domainId, { affinity })),
  ]
}

/** Back in its cpupool, a domain has the defaults until its own values are set again. */
function couldBeOurs(
  found: Membership,
  { before, after }: { before: Membership; after: Membership },
): boolean {
  if (found.cpupool !== before.cpupool || !found.kept || !before.kept) {
    return [before.cpupool, after.cpupool].includes(found.cpupool)
  }
  const { kept } = before
  const now = found.kept
  return (
    [kept.weight, FRESH.weight].includes(now.weight) &&
    [kept.cap, FRESH.cap].includes(now.cap) &&
    isMixtureOf(now, [kept, FRESH])
  )
}

function value({ cpupool, kept }: Membership): string {
  if (!kept) return `cpupool ${cpupool}`
  const weight = kept.weight === null ? '' : `, weight ${kept.weight}, cap ${kept.cap}`
  return `cpupool ${cpupool}${weight}, pCPUs ${affinityWords(kept.affinity)}`
}

function leftOf({ cpupool, kept }: Membership): LeftValues {
  return {
    cpupool,
    ...(kept && kept.weight !== null ? { weight: kept.weight } : {}),
    ...(kept && kept.cap !== null ? { cap: kept.cap } : {}),
    ...(kept ? { affinity: kept.affinity } : {}),
  }
}

function drift(left: LeftValues, now: Membership | null): LeftDrift[] {
  if (left.cpupool === undefined || !now || left.cpupool === now.cpupool) return []
  const text = `It is in cpupool ${now.cpupool} now; Steelyard left it in ${left.cpupool}.`
  return [{ kind: 'cpupool', text }]
}

/** Pool-0 is the default and needs no line. */
function configLines({ cpupool }: LeftValues): string[] {
  return cpupool === undefined || cpupool === POOL_0 ? [] : [`pool = "${cpupool}"`]
}

export const membership: Lever<Membership> = {
  about: 'domain',
  isRestored: true,
  now(inventory, uuid) {
    const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)
    return domain ? membershipOf(domain) : null
  },
  read,
  commands,
  couldBeOurs,
  cpupoolOf: ({ cpupool }) => cpupool,
  left: { of: leftOf, drift, configLines },
  words: {
    ...plainWords(value),
    setting: (name, to) => `Move ${name} to ${value(to)}.`,
    restoring: (name, to) => `Move ${name} back to ${value(to)}.`,
  },
}
