import {
  ModelInputError,
  type RealTimeCaps,
  type RealTimeHost,
  type ReservationAdvice,
  type RtdsPool,
  realTimeCaps,
  type Schedulability,
  schedulability,
} from '@steelyard/model'
import type { Credit1Options, Reservation, TwinConfig, TwinGuest } from '../config/twin-config.ts'
import type { LabVariant } from './lab-variant.ts'

type RealTimeDomain = RealTimeHost['realTime'][number]
type OtherDomain = RealTimeHost['others'][number]

export interface RealTimeLabParams extends RealTimeHost {
  /** Generation of the credit scheduler. Default 4.17. */
  xenVersion?: string
  /** Domain-0's own work on pCPU 0, CPU seconds per second. Default none. */
  domain0Utilisation?: number
}

/**
 * The paper's jobs are hashes of a millisecond; a missed job is abandoned after the current one.
 */
const JOB_UNIT_SECONDS = 0.001
/** Period of Domain-0's work, and of the others' budgets under RTDS. */
const SHORT_PERIOD_SECONDS = 0.01
/** Least budget, so that RTDS does not spend its time on replenishments. */
const LEAST_BUDGET_SECONDS = 0.0001
/**
 * Sum of the others' budgets, as a part of the pCPUs outside an RTDS pool: several levels per
 * period.
 */
const LEVEL_PART = 0.1

/**
 * The scheduling policies of paper 3 and the alternatives in stock Xen, for one set of domains:
 * every other domain computes without end (units per second = CPU share / CPU time of a unit), and
 * a missed job is abandoned. Caps are left out where the real-time domains leave no room for them,
 * dedicated pCPUs where none would be left to the others.
 * @throws ModelInputError `invalid-load` when the domains are invalid
 */
export function realTimeLab(params: RealTimeLabParams): LabVariant[] {
  const lab = new RealTimeLab(params)
  return [
    lab.credit(),
    lab.pinning(),
    ...lab.ownPCpus(),
    ...lab.rtCredit(),
    ...lab.caps(),
    lab.rtds(),
    ...lab.rtdsPool(),
  ]
}

class RealTimeLab {
  readonly #params: RealTimeLabParams
  readonly #scheduler: Credit1Options
  readonly #schedulability: Schedulability
  /** By real-time domain. */
  readonly #places: number[]
  /** null when there is no room for them. */
  readonly #caps: RealTimeCaps | null

  constructor(params: RealTimeLabParams) {
    this.#params = params
    this.#scheduler = { name: 'credit', xenVersion: params.xenVersion ?? '4.17' }
    this.#schedulability = schedulability(params)
    const { pCpus } = this.#schedulability
    this.#places = params.realTime.map(
      ({ name }) => pCpus.find(({ realTime }) => realTime.includes(name))!.pCpu,
    )
    this.#caps = params.others.length > 0 ? capsOrNull(params) : null
  }

  credit(): LabVariant {
    return {
      id: 'credit',
      label: 'Credit as it is',
      stockXen: true,
      meaning: 'Weights alone: a real-time guest gets its fair share and no more, however urgent.',
      config: this.#config({}),
    }
  }

  pinning(): LabVariant {
    return {
      id: 'pinning',
      label: 'Real-time guests pinned',
      stockXen: true,
      meaning:
        'Each real-time guest stays on one pCPU; the others still run there and take their share.',
      config: this.#config({ pinned: true }),
    }
  }

  ownPCpus(): LabVariant[] {
    const free = this.#freePCpus()
    if (free.length === 0 || this.#params.others.length === 0) return []
    return [
      {
        id: 'own-pcpus',
        label: 'pCPUs of their own',
        stockXen: true,
        meaning: `Real-time guests are pinned, the others kept off their pCPUs: on ${free.length} of ${this.#params.pCpus}. What real-time guests leave of theirs is lost.`,
        config: this.#config({ pinned: true, othersOn: free }),
      },
    ]
  }

  #freePCpus(): number[] {
    const { pCpus } = this.#params
    return Array.from({ length: pCpus }, (_, p) => p).filter((p) => !this.#places.includes(p))
  }

  rtCredit(): LabVariant[] {
    if (!this.#caps) return []
    return [
      {
        id: 'rt-credit',
        label: 'RT-Credit',
        stockXen: false,
        meaning:
          'Paper 3: real-time vCPUs queue ahead of others of their priority. The others are capped to what real-time guests leave of each pCPU.',
        config: this.#config({ capped: this.#caps, realTimeFirst: true }),
      },
    ]
  }

  caps(): LabVariant[] {
    if (!this.#caps) return []
    return [
      {
        id: 'caps',
        label: 'Caps alone',
        stockXen: true,
        meaning:
          'The half of RT-Credit that stock Xen can do. The others are capped to what real-time guests leave, enforced every 30 ms.',
        config: this.#config({ capped: this.#caps }),
      },
    ]
  }

  rtds(): LabVariant {
    return {
      id: 'rtds',
      label: 'All guests under RTDS, pinned',
      stockXen: true,
      meaning:
        'The whole host under RTDS, an experimental scheduler that not every Xen build contains. Real-time guests have reservations; the others have small ones and all time left over. Every vCPU stays on one pCPU.',
      config: this.#rtdsConfig(),
    }
  }

  rtdsPool(): LabVariant[] {
    const { pool } = this.#schedulability
    if (!pool || this.#params.others.length === 0) return []
    const count = pool.pCpus.length
    return [
      {
        id: 'rtds-pool',
        label: 'RTDS in a cpupool of its own',
        stockXen: true,
        meaning: `The result of the cpupool plan: real-time guests alone on ${count} of ${this.#params.pCpus} pCPUs under RTDS, the others on the rest by their weights. What real-time guests leave of theirs is lost.`,
        config: this.#rtdsPoolConfig(pool),
      },
    ]
  }

  #config(policy: {
    pinned?: boolean
    capped?: RealTimeCaps
    realTimeFirst?: boolean
    othersOn?: number[]
  }): TwinConfig {
    const { pCpus, realTime, others } = this.#params
    const { pinned, capped, realTimeFirst, othersOn } = policy
    return {
      pCpus,
      scheduler: { ...this.#scheduler, ...(realTimeFirst ? { realTimeFirst } : {}) },
      ...this.#domain0(),
      guests: [
        ...realTime.map((domain, index) => ({
          ...task(domain),
          ...(pinned ? { affinity: [[this.#places[index]!]] } : {}),
        })),
        ...others.map((domain, index) => ({
          ...hog(domain),
          ...(capped ? { cap: capped.caps[index]!.capPercent } : {}),
          ...(othersOn ? { affinity: eachVCpu(domain, () => othersOn) } : {}),
        })),
      ],
    }
  }

  #domain0(reservation?: Reservation): Pick<TwinConfig, 'domain0'> {
    const { domain0Utilisation: utilisation = 0 } = this.#params
    if (utilisation === 0) return {}
    const background = { utilisation, periodSeconds: SHORT_PERIOD_SECONDS }
    return { domain0: { name: 'Domain-0', affinity: [[0]], background, reservation } }
  }

  #rtdsConfig(): TwinConfig {
    const { pCpus, others, domain0Utilisation = 0 } = this.#params
    const { reservations } = this.#schedulability
    const left = Array.from({ length: pCpus }, (_, p) => (p === 0 ? 1 - 2 * domain0Utilisation : 1))
    for (const [index, { periodUs, budgetUs }] of reservations.entries()) {
      left[this.#places[index]!]! -= budgetUs / periodUs
    }
    const caps = this.#caps?.caps
    // As the caps place them; round robin without caps.
    const places = others.map((domain, index) => {
      const parts = caps ? caps[index]!.parts : left.map((_, p) => ({ pCpu: (index + p) % pCpus }))
      return eachVCpu(domain, (v) => parts[v % parts.length]!.pCpu)
    })
    const weightOn = left.map((_, p) =>
      others.reduce((sum, of, index) => {
        const here = places[index]!.filter((place) => place === p).length
        return sum + (here * this.#weight(of)) / vCpusOf(of)
      }, 0),
    )
    return this.#underRtds([
      ...this.#realTimeTasks(reservations, (index) => [this.#places[index]!]),
      ...others.map((domain, index) => {
        const parts = places[index]!.map(
          (p) => (left[p]! * this.#weight(domain)) / vCpusOf(domain) / weightOn[p]!,
        )
        const affinity = places[index]!.map((p) => [p])
        return { ...hog(domain), affinity, reservation: short(Math.min(...parts)) }
      }),
    ])
  }

  /**
   * The twin has one scheduler for all pCPUs. The others are therefore under RTDS too, outside the
   * pool, with small budgets by weight: extra time is served level by level, so a domain that never
   * blocks gets time in proportion to its budget, as under credit.
   */
  #rtdsPoolConfig({ pCpus: inPool, reservations }: RtdsPool): TwinConfig {
    const { pCpus, others } = this.#params
    const outside = Array.from({ length: pCpus - inPool.length }, (_, p) => p)
    const weights = others.reduce((sum, { weight }) => sum + weight, 0)
    return this.#underRtds([
      ...this.#realTimeTasks(reservations, () => inPool),
      ...others.map((domain) => ({
        ...hog(domain),
        affinity: eachVCpu(domain, () => outside),
        reservation: short(
          (LEVEL_PART * outside.length * domain.weight) / vCpusOf(domain) / weights,
        ),
      })),
    ])
  }

  #underRtds(guests: TwinGuest[]): TwinConfig {
    const { pCpus, domain0Utilisation = 0 } = this.#params
    const scheduler = { name: 'rtds' as const }
    return { pCpus, scheduler, ...this.#domain0(short(2 * domain0Utilisation)), guests }
  }

  #realTimeTasks(
    reservations: readonly ReservationAdvice[],
    pCpusOf: (index: number) => number[],
  ): TwinGuest[] {
    return this.#params.realTime.map((domain, index) => ({
      ...task(domain),
      affinity: [[...pCpusOf(index)]],
      reservation: reserved(reservations[index]!),
    }))
  }

  #weight({ weight }: OtherDomain): number {
    return this.#params.share === 'equal' ? 1 : weight
  }
}

function reserved({ periodUs, budgetUs }: ReservationAdvice): Reservation {
  return { periodSeconds: periodUs / 1e6, budgetSeconds: budgetUs / 1e6, extraTime: false }
}

/** A reservation of this part of a pCPU in short periods, with extra time. */
function short(part: number): Reservation {
  const budgetSeconds = Math.min(1, part) * SHORT_PERIOD_SECONDS
  return {
    periodSeconds: SHORT_PERIOD_SECONDS,
    budgetSeconds: Math.max(LEAST_BUDGET_SECONDS, Math.floor(budgetSeconds * 1e6) / 1e6),
  }
}

function capsOrNull(params: RealTimeLabParams): RealTimeCaps | null {
  try {
    return realTimeCaps(params)
  } catch (error) {
    if (error instanceof ModelInputError && error.code === 'infeasible') return null
    throw error
  }
}

function task({ name, periodSeconds, executionSeconds }: RealTimeDomain): TwinGuest {
  return { name, realTime: { periodSeconds, executionSeconds, unitSeconds: JOB_UNIT_SECONDS } }
}

const vCpusOf = ({ vCpus = 1 }: OtherDomain) => vCpus

function eachVCpu<T>(domain: OtherDomain, of: (vCpu: number) => T): T[] {
  return Array.from({ length: vCpusOf(domain) }, (_, vCpu) => of(vCpu))
}

/** A guest whose vCPUs all compute without end. */
function hog(domain: OtherDomain): TwinGuest {
  const { name, weight } = domain
  return { name, weight, vCpus: vCpusOf(domain), hogs: vCpusOf(domain) }
}
