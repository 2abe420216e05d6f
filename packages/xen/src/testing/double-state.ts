import { randomUUID } from 'node:crypto'
import type { Reservation } from '../host-inventory.ts'

export interface DoubleDomain {
  uuid: string
  id: number
  name: string
  vCpus: number
  memoryMb: number
  state: string
  cpuTimeSeconds: number
  cpupool: string
  weight: number
  cap: number
  /** Hard affinity of vCPUs, by number; `all` when absent. */
  affinity?: Record<number, string>
  /** The domain's reservation, if its cpupool has them. */
  reservation?: Reservation
  /** Number of pCPUs' worth of time that it uses. When absent, its times stand still. */
  cpuLoad?: number
  /** CPU seconds by vCPU, once it has used any. */
  vCpuTimes?: number[]
}

export interface DoubleCpupool {
  name: string
  pCpus: number[]
  scheduler: string
  timeSliceMs: number
  rateLimitUs: number
}

export interface DoubleHost {
  cpupools: DoubleCpupool[]
  /** pCPUs that are in no cpupool. */
  freePCpus?: number[]
  /** Schedulers that this build of Xen lacks. When absent, it has all. */
  withoutSchedulers?: string[]
  /** Default 616. */
  freeMemoryMb?: number
  domains: DoubleDomain[]
}

/** Domain-0 and three guests of weight 256, as in the shipped sample recordings. */
export function sampleHost(
  scheduler: 'credit' | 'credit2' | 'rtds' = 'credit',
  pCpus = 1,
): DoubleHost {
  const guest = (id: number, uuid: string, cpuTimeSeconds: number): DoubleDomain => ({
    uuid,
    id,
    name: `vm${id}`,
    vCpus: 1,
    memoryMb: 256,
    state: '-b----',
    cpuTimeSeconds,
    cpupool: 'Pool-0',
    weight: 256,
    cap: 0,
  })
  const domain0 = guest(0, '00000000-0000-0000-0000-000000000000', 39.3)
  return {
    cpupools: [
      {
        name: 'Pool-0',
        pCpus: Array.from({ length: pCpus }, (_, pCpu) => pCpu),
        scheduler,
        timeSliceMs: 30,
        rateLimitUs: 1000,
      },
    ],
    domains: [
      { ...domain0, name: 'Domain-0', memoryMb: 640, state: 'r-----' },
      guest(1, 'b72d6d5f-087c-40a1-8a0a-7d7766267617', 8.5),
      guest(2, 'd7e24785-0bb8-49ee-9971-1c1a1bdba24b', 8),
      guest(3, '6782c4d3-eef9-4d31-9a16-d04c0b52fcf0', 8.4),
    ],
  }
}

export function domainNamed(host: DoubleHost, name: string): DoubleDomain {
  const domain = host.domains.find((candidate) => candidate.name === name)
  if (domain === undefined) throw new Error(`The double has no domain ${name}`)
  return domain
}

/** All pCPUs, whichever cpupool they are in, if any. */
export function allPCpus({ cpupools, freePCpus = [] }: DoubleHost): number[] {
  return [...cpupools.flatMap((pool) => pool.pCpus), ...freePCpus].sort((a, b) => a - b)
}

export function nextId(host: DoubleHost): number {
  return Math.max(...host.domains.map((domain) => domain.id)) + 1
}

/** Events that can happen to a host without the agent's knowledge. */
export const happenings = {
  setWeight(host: DoubleHost, name: string, weight: number): void {
    domainNamed(host, name).weight = weight
  },
  setAffinity(host: DoubleHost, name: string, affinity: string): void {
    const domain = domainNamed(host, name)
    domain.affinity = Object.fromEntries(
      Array.from({ length: domain.vCpus }, (_, vCpu) => [vCpu, affinity]),
    )
  },
  destroy(host: DoubleHost, name: string): void {
    const domain = domainNamed(host, name)
    host.domains.splice(host.domains.indexOf(domain), 1)
  },
  /** Same name, other UUID, next id, default weight. */
  recreate(host: DoubleHost, name: string): void {
    const { affinity: _, ...old } = domainNamed(host, name)
    const id = nextId(host)
    happenings.destroy(host, name)
    const fresh = { uuid: randomUUID(), id, weight: 256, cap: 0, cpupool: 'Pool-0' }
    host.domains.push({ ...old, ...fresh })
  },
  /** Same UUIDs under new ids, as after restarts. */
  renumber(host: DoubleHost): void {
    for (const domain of host.domains) if (domain.id !== 0) domain.id = nextId(host)
  },
  /** All guests start anew, in another order and with the weights of their configuration. */
  reboot(host: DoubleHost): void {
    const [domain0, ...guests] = host.domains
    const restarted = guests
      .reverse()
      .map(({ affinity: _, ...guest }, index) => ({ ...guest, id: index + 1, weight: 256, cap: 0 }))
    host.domains = [domain0!, ...restarted]
  },
}
