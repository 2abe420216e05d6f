/**
 * The families of hosts that the loop is tried on. A family says what a host is made of and from what
 * its load is drawn; a seed then gives one host of it. All times in seconds, utilisations as fractions
 * of the whole host.
 */

/** A guest with one vCPU; its requests take exponential CPU times. */
export interface Guest {
  name: string
  cpuSecondsPerRequest: number
  /** Of the 95th percentile of a minute. Null: it may be as slow as it likes, so it can pay. */
  targetSeconds: number | null
  /** Likewise, for a guest without a hard target: what it should keep while others can. */
  softTargetSeconds: number | null
  /** Requests per second at its busiest usual hour. */
  usualRatePerSecond: number
  /** Hour of the day at which it is busiest. */
  busiestHour: number
  /** Percent of one pCPU; absent: none. */
  capPercent?: number
  /** CPU time of Domain-0 for each request. */
  domain0CpuSecondsPerRequest: number
}

/** From the first to the second, all of it alike likely. */
type Range = readonly [number, number]

/** Stretches of extra load of one guest, up to a utilisation of the whole host. */
export interface Overloads {
  perDay: number
  seconds: Range
  utilisation: Range
  of: readonly string[]
  /** As a fraction of what the vCPU and the cap of the guest let it have. */
  ownUtilisation: number
  /** Whether every second one grows during its first half, or all come at once. */
  ramps: boolean
}

/** Too short for anybody to act on. */
export interface Bursts {
  perDay: number
  /** Of ten seconds. */
  steps: Range
  utilisation: number
  of: readonly string[]
}

export interface LoadShape {
  overloads: Overloads
  bursts: Bursts
  /** The rate at the quietest hour over that at the busiest. */
  night: number
  /** A first-order autoregression of the rate's logarithm. */
  noise: { deviation: number; correlationSeconds: number }
}

export interface Happenings {
  perDay: number
  minutes: Range
}

/** What befalls a host besides its load. */
export interface EventShape {
  /** A guest that is shut down at times, during which overloads are no higher than this. */
  absences: (Happenings & { domain: string; mostUtilisation: number }) | null
  reboots: Happenings
  /** The connection is lost. */
  gaps: Happenings
  /** The clock lies: it is off by up to so many minutes. */
  clockErrors: Happenings & { offsetMinutes: number }
}

export interface Family {
  id: FamilyId
  title: string
  pCpus: number
  scheduler: 'credit' | 'credit2'
  guests: readonly Guest[]
  load: LoadShape
  events: EventShape
  /** A host of it is played for so long at most. */
  mostDays: number
  /** Domain-0's and the guests', in force from the first minute and after each reboot. */
  bootWeights: Readonly<Record<string, number>>
}

export const FAMILY_IDS = [
  'payer',
  'turns',
  'nobody-can-pay',
  'soft-payer',
  'two-pcpus',
  'six',
  'twelve',
  'short',
  'credit2',
  'caps',
] as const
export type FamilyId = (typeof FAMILY_IDS)[number]

const BOOT_WEIGHT = 256

function guest(
  name: string,
  cpuSecondsPerRequest: number,
  targetSeconds: number | null,
  usualRatePerSecond: number,
  busiestHour: number,
  other: Partial<Guest> = {},
): Guest {
  return {
    name,
    cpuSecondsPerRequest,
    targetSeconds,
    softTargetSeconds: null,
    usualRatePerSecond,
    busiestHour,
    domain0CpuSecondsPerRequest: 0.0025,
    ...other,
  }
}

type FamilyShape = Pick<Family, 'id' | 'title' | 'guests'> &
  Partial<Pick<Family, 'pCpus' | 'scheduler' | 'mostDays'>> & {
    overloads?: Partial<Overloads>
    bursts?: Partial<Bursts>
    events?: Partial<EventShape>
    load?: Partial<Pick<LoadShape, 'night' | 'noise'>>
  }

/** Unless a family says otherwise, overloads and bursts are of the guests with a hard target. */
function family(shape: FamilyShape): Family {
  const { guests, overloads, bursts, events, load, ...rest } = shape
  const promised = guests.filter((each) => each.targetSeconds !== null).map(({ name }) => name)
  return {
    pCpus: 1,
    scheduler: 'credit',
    mostDays: Number.POSITIVE_INFINITY,
    ...rest,
    guests,
    load: {
      overloads: {
        perDay: 3,
        seconds: [2700, 9000],
        utilisation: [0.84, 0.94],
        of: promised,
        ownUtilisation: 1,
        ramps: true,
        ...overloads,
      },
      bursts: { perDay: 6, steps: [2, 4], utilisation: 1.2, of: promised, ...bursts },
      night: 0.5,
      noise: { deviation: 0.04, correlationSeconds: 600 },
      ...load,
    },
    events: {
      absences: null,
      reboots: { perDay: 0.33, minutes: [3, 3] },
      gaps: { perDay: 2, minutes: [2, 20] },
      clockErrors: { perDay: 0.5, minutes: [30, 90], offsetMinutes: 8 },
      ...events,
    },
    bootWeights: Object.fromEntries(
      ['Domain-0', ...guests.map(({ name }) => name)].map((name) => [name, BOOT_WEIGHT]),
    ),
  }
}

/** What the hosts of `payer` are made of; those of `soft-payer` differ in what `vm3` should keep. */
const payerGuests = (vm3: Partial<Guest> = {}) => [
  guest('vm1', 0.1, 3, 2.4, 14),
  guest('vm2', 0.075, 2.25, 2.8, 20),
  guest('vm3', 0.15, null, 1.8, 3, vm3),
]
/** Without `vm3` nobody is there to take weight from, so less load is as much as can be served. */
const vm3Absences = { perDay: 2, minutes: [60, 240], domain: 'vm3', mostUtilisation: 0.7 } as const

/** Table 3 of paper 0 in its busiest intervals, with the demands measured on a real Xen host. */
const shortGuest = { domain0CpuSecondsPerRequest: 0.00023 }

export const FAMILIES: Readonly<Record<FamilyId, Family>> = Object.fromEntries(
  [
    family({
      id: 'payer',
      title: 'one guest can always pay',
      guests: payerGuests(),
      overloads: { ramps: false },
      events: { absences: vm3Absences },
    }),
    family({
      id: 'turns',
      title: 'all have targets and are busy in turn',
      guests: [
        guest('vm1', 0.1, 3, 2.4, 14),
        guest('vm2', 0.075, 2.25, 2.8, 20),
        guest('vm3', 0.15, 12, 1.8, 3),
      ],
      overloads: { perDay: 4 },
    }),
    // Much room, until one guest alone asks for more than its target lets it have: hardly any minute
    // keeps every target, whatever the weights are.
    family({
      id: 'nobody-can-pay',
      title: 'all targets are tight',
      guests: [
        guest('vm1', 0.1, 0.7, 1.4, 14),
        guest('vm2', 0.075, 0.525, 1.9, 20),
        guest('vm3', 0.15, 1.05, 0.9, 3),
      ],
      overloads: { perDay: 4, utilisation: [0.95, 1.02], ramps: false },
    }),
    family({
      id: 'soft-payer',
      title: 'the one that can pay has a soft target',
      guests: payerGuests({ softTargetSeconds: 15 }),
      overloads: { perDay: 4 },
      events: { absences: vm3Absences },
    }),
    family({
      id: 'two-pcpus',
      title: 'four guests on two pCPUs, one can pay',
      pCpus: 2,
      guests: [
        guest('vm1', 0.1, 2.5, 3.6, 14),
        guest('vm2', 0.075, 2, 4.4, 20),
        guest('vm3', 0.12, 3, 2.6, 10),
        guest('vm4', 0.15, null, 4.4, 3),
      ],
      overloads: { ownUtilisation: 0.85, utilisation: [0.86, 0.95], perDay: 4 },
      bursts: { utilisation: 1 },
    }),
    family({
      id: 'six',
      title: 'six guests, two can pay',
      guests: [
        guest('vm1', 0.1, 3, 1.3, 14),
        guest('vm2', 0.075, 2.25, 1.5, 20),
        guest('vm3', 0.05, 1.5, 1.8, 10),
        guest('vm4', 0.12, 3.6, 0.9, 17),
        guest('vm5', 0.15, null, 0.8, 3),
        guest('vm6', 0.1, null, 1, 12),
      ],
    }),
    family({
      id: 'twelve',
      title: 'twelve guests, three can pay',
      guests: Array.from({ length: 12 }, (_, index) => {
        const cpuSeconds = 0.05 + 0.01 * (index % 4)
        const target = index % 4 === 3 ? null : 25 * cpuSeconds
        return guest(`vm${index + 1}`, cpuSeconds, target, 0.055 / cpuSeconds, (5 * index) % 24)
      }),
    }),
    family({
      id: 'short',
      title: 'requests of milliseconds, hundreds a second',
      guests: [
        guest('vm1', 0.0064, 0.15, 36, 14, shortGuest),
        guest('vm2', 0.0064, 0.15, 36, 15, shortGuest),
        guest('vm3', 0.0015, null, 136, 13, shortGuest),
      ],
      overloads: { perDay: 6 },
      bursts: { perDay: 12 },
      mostDays: 0.5,
    }),
    family({
      id: 'credit2',
      title: 'under the scheduler credit2',
      scheduler: 'credit2',
      guests: [
        guest('vm1', 0.06, 1.6, 3.5, 9),
        guest('vm2', 0.12, 3.2, 1.9, 15),
        guest('vm3', 0.08, null, 3.2, 22),
      ],
    }),
    family({
      id: 'caps',
      title: 'one guest is held by its cap',
      guests: [
        guest('vm1', 0.1, 3, 2, 14),
        guest('vm2', 0.075, 2.25, 2.4, 20),
        guest('vm3', 0.05, 1.5, 1.6, 10, { capPercent: 30 }),
        guest('vm4', 0.15, null, 1.4, 3),
      ],
    }),
  ].map((each) => [each.id, each]),
) as Record<FamilyId, Family>
