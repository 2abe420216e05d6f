import type { ArrivalProcess } from './arrivals.ts'
import type { Guest, PlannedRecording } from './campaign-types.ts'
import { ratesFor } from './load.ts'

const PHASE_SECONDS = 300
const CREDIT = { name: 'credit', tsliceMs: 30, ratelimitUs: 1000 } as const
const CREDIT2 = { name: 'credit2', tsliceMs: null, ratelimitUs: 1000 } as const
const POISSON: ArrivalProcess = { kind: 'poisson' }
/**
 * All guests together demand 1.5 times the CPU an eighth of the time, and nothing another eighth.
 */
const ON_OFF: ArrivalProcess = { kind: 'on-off', meanOnSeconds: 1, meanOffSeconds: 1 }

/** The demands of the paper's Table 3: 6.4, 6.4 and 1.5 ms. */
const THREE: readonly Guest[] = [
  { name: 'vm1', rounds: 55_000 },
  { name: 'vm2', rounds: 55_000 },
  { name: 'vm3', rounds: 9_000 },
]
const TABLE_3_MIX = [45, 45, 170]

/**
 * Two guests with long requests, two with medium ones and two with short ones; their loads differ
 * as well.
 */
const SIX: readonly Guest[] = [
  { name: 'vm1', rounds: 55_000 },
  { name: 'vm2', rounds: 55_000 },
  { name: 'vm3', rounds: 23_000 },
  { name: 'vm4', rounds: 23_000 },
  { name: 'vm5', rounds: 9_000 },
  { name: 'vm6', rounds: 9_000 },
]
const SIX_MIX = [28, 14, 50, 25, 90, 45]

const plain = {
  clock: 'virtual',
  scheduler: CREDIT,
  pCpus: 1,
  guests: THREE,
  arrivals: POISSON,
  client: 'domain-0',
} as const

type Load = Pick<
  PlannedRecording,
  'clock' | 'scheduler' | 'pCpus' | 'guests' | 'arrivals' | 'client' | 'phases' | 'seed'
> & { name: string; about: string }

/** The same requests under equal weights, and with one guest's weight raised throughout. */
function pair({ name, about, ...load }: Load, domain: string, weight: number): PlannedRecording[] {
  return [
    { ...load, name: `${name}-equal`, description: `${about}, equal weights`, weights: {} },
    {
      ...load,
      name: `${name}-${domain}-${weight}`,
      description: `${about}, ${domain} has weight ${weight}; same requests as ${name}-equal`,
      weights: { [domain]: weight },
    },
  ]
}

function phase(requestsPerSecond: Record<string, number>) {
  return { durationSeconds: PHASE_SECONDS, requestsPerSecond }
}

const atShares = (...shares: number[]) =>
  shares.map((share) => phase(ratesFor(share, THREE, TABLE_3_MIX)))

function usual(name: string, share: number, seed: number): Load {
  const about = `One pCPU at about ${100 * share} % CPU, proportions of the paper's Table 3`
  return { ...plain, name, about, phases: atShares(share), seed }
}

const TWO_PCPUS: Load = {
  ...plain,
  name: 'two-pcpus-80',
  about: 'Two pCPUs at about 80 % CPU; all times of the usual host tenfold',
  clock: 'wall',
  pCpus: 2,
  scheduler: { name: 'credit', tsliceMs: 300, ratelimitUs: 10_000 },
  guests: SIX.slice(0, 4).map((guest) => ({ ...guest, rounds: guest.rounds * 10 })),
  phases: [phase(ratesFor(0.8, SIX.slice(0, 4), SIX_MIX.slice(0, 4), { pCpus: 2, slowness: 10 }))],
  seed: 107,
}

/** The recordings are in order of value: record the first ones when time is short. */
export const CAMPAIGN: readonly PlannedRecording[] = [
  ...pair(usual('credit-85', 0.85, 101), 'vm1', 384),
  ...pair(usual('credit-92', 0.92, 102), 'vm1', 512),
  ...pair(
    {
      ...usual('credit-75-60', 0.75, 103),
      about: 'One pCPU at about 75 %, then 60 % CPU, proportions of the paper’s Table 3',
      phases: atShares(0.75, 0.6),
    },
    'vm1',
    384,
  ),
  ...pair(
    {
      ...usual('bursty-75', 0.75, 104),
      about: 'One pCPU at about 75 % CPU on average, requests in bursts',
      arrivals: ON_OFF,
    },
    'vm1',
    384,
  ),
  ...pair({ ...usual('credit2-85', 0.85, 101), scheduler: CREDIT2 }, 'vm1', 384),
  ...pair(
    {
      ...usual('six-guests-85', 0.85, 105),
      about: 'Six guests on one pCPU at about 85 % CPU',
      guests: SIX,
      phases: [phase(ratesFor(0.85, SIX, SIX_MIX))],
    },
    'vm3',
    512,
  ),
  ...pair(TWO_PCPUS, 'vm1', 512),
  ...pair(
    {
      ...usual('outside-client-85', 0.85, 106),
      about: 'One pCPU at about 85 % CPU, the client outside Domain-0',
      client: 'guest',
    },
    'vm1',
    384,
  ),
  ...[2, 3].flatMap((time) => {
    const repeat = `repeat-${time}`
    const seed = 100 * time
    return [
      ...pair(usual(`credit-85-${repeat}`, 0.85, seed + 1), 'vm1', 384),
      ...pair(usual(`credit-92-${repeat}`, 0.92, seed + 2), 'vm1', 512),
      ...pair(
        { ...usual(`credit-75-60-${repeat}`, 0.75, seed + 3), phases: atShares(0.75, 0.6) },
        'vm1',
        384,
      ),
      ...pair({ ...usual(`credit2-85-${repeat}`, 0.85, seed + 1), scheduler: CREDIT2 }, 'vm1', 384),
    ]
  }),
]
