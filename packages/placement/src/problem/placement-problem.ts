/** A host of a pool, as a place for guests. */
export interface PlacedHost {
  id: string
  /** What Domain-0 leaves of its pCPUs. */
  pCpus: number
  memoryFreeBytes: number
  /** False in maintenance, where it does not answer, or where nothing is known of its load. */
  mayReceive: boolean
  /** Whether no weights keep its targets, so that a guest has to leave. */
  isHot: boolean
}

export interface PlacedGuest {
  id: string
  /** Where it runs; null for one that is to be placed. */
  hostId: string | null
  /** pCPUs that it uses. */
  usePCpus: number
  /**
   * pCPUs that must be idle beside all use for it to keep its target, for a request waits for
   * whatever is not idle; 0 for one without a target.
   */
  needPCpus: number
  memoryBytes: number
  mayMove: boolean
  /** Hosts that its storage, CPU features and owner allow; null: all. */
  allowedHostIds: readonly string[] | null
  /** Groups whose members must run on different hosts. */
  apartGroups: readonly string[]
}

export interface PlacementProblem {
  hosts: readonly PlacedHost[]
  guests: readonly PlacedGuest[]
}

export interface Move {
  guestId: string
  /** Null: a guest that is placed for the first time. */
  fromHostId: string | null
  toHostId: string
  /** What the move costs: for so long two hosts have Domain-0 copying memory. */
  seconds: number
}

/** What a live migration costs: it copies the guest's memory over a link of 1 Gbit/s, and begins. */
const BYTES_PER_SECOND = 125e6
const BEGIN_SECONDS = 10

export function moveSeconds({ memoryBytes }: Pick<PlacedGuest, 'memoryBytes'>): number {
  return BEGIN_SECONDS + memoryBytes / BYTES_PER_SECOND
}

/** What a host still lacks after all moves. */
export interface Lack {
  hostId: string
  pCpus: number
}

export class PlacementProblemError extends Error {
  override name = 'PlacementProblemError'
  readonly code: 'unknown-host' | 'repeated-id' | 'not-a-number'
  readonly subject: string

  constructor(code: PlacementProblemError['code'], subject: string) {
    super(`${code}: ${subject}`)
    this.code = code
    this.subject = subject
  }
}

/** @throws PlacementProblemError */
export function checkProblem({ hosts, guests }: PlacementProblem): void {
  const hostIds = new Set<string>()
  for (const { id, pCpus, memoryFreeBytes } of hosts) {
    if (hostIds.has(id)) throw new PlacementProblemError('repeated-id', id)
    hostIds.add(id)
    if (![pCpus, memoryFreeBytes].every(isAmount))
      throw new PlacementProblemError('not-a-number', id)
  }
  const guestIds = new Set<string>()
  for (const { id, hostId, usePCpus, needPCpus, memoryBytes } of guests) {
    if (guestIds.has(id)) throw new PlacementProblemError('repeated-id', id)
    guestIds.add(id)
    if (hostId !== null && !hostIds.has(hostId))
      throw new PlacementProblemError('unknown-host', hostId)
    if (![usePCpus, needPCpus, memoryBytes].every(isAmount)) {
      throw new PlacementProblemError('not-a-number', id)
    }
  }
}

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0
}
