import type { WeighedDomain, WeighedHost } from '@steelyard/loop'
import { DOMAIN0_NAME } from '@steelyard/model'
import type { DomainModel, HostModel } from '../../generated/prisma/models.ts'
import { promisedTimeMs } from '../../hosts/promised-time.ts'
import { hostInventory } from '../../hosts/stored-inventory.ts'
import { secondsOf } from '../../milliseconds.ts'

/**
 * A host as relief sees it, by its newest reading. Null where that does not say enough, and where
 * its domains do not compete for the same pCPUs by weight: they are in several cpupools, or the
 * scheduler knows no weights.
 */
export function weighedHostOf(row: Weighable): WeighedHost | null {
  const host = weighedOrEmptyHostOf(row)
  return host && host.domains.length > 0 ? host : null
}

type Weighable = Pick<HostModel, 'targetStatistic' | 'inventory'> & { domains: DomainModel[] }

/** The same, also of a host that has no guests, to which some may go. */
export function weighedOrEmptyHostOf({
  domains,
  targetStatistic,
  ...host
}: Weighable): WeighedHost | null {
  const inventory = hostInventory.readIfAny(host.inventory)
  const running = domains.filter(({ goneAt, xenId }) => goneAt === null && xenId !== null)
  const pool = inventory?.cpupools.find(({ name }) => name === running[0]?.cpupool)
  const domain0 = running.find(({ name }) => name === DOMAIN0_NAME)
  if (!pool || !isWeighed(pool.scheduler) || domain0?.weight == null) return null
  if (running.some(({ cpupool, weight }) => cpupool !== pool.name || weight === null)) return null
  const guests = running.filter((each) => each !== domain0)
  return {
    pCpus: pool.pCpus,
    scheduler: pool.scheduler,
    domain0Weight: domain0.weight,
    statistic: targetStatistic as WeighedHost['statistic'],
    domains: guests.map((guest) => weighedDomain(guest, pool.pCpus)),
  }
}

function isWeighed(scheduler: string): scheduler is WeighedHost['scheduler'] {
  return scheduler === 'credit' || scheduler === 'credit2'
}

function weighedDomain(row: DomainModel, pCpus: number): WeighedDomain {
  const { name, weight, vCpus, cap, targetIsSoft, targetResponseTimeMs: stated } = row
  const promised = promisedTimeMs(row)
  return {
    domain: name,
    weight: weight!,
    targetSeconds: secondsOf(promised),
    softTargetSeconds: targetIsSoft && stated !== null ? secondsOf(stated) : null,
    // A cap of 0 is none.
    mostPCpus: Math.min(vCpus ?? pCpus, cap ? cap / 100 : Number.POSITIVE_INFINITY),
  }
}
