/** What XAPI asks of a workload balancer. All identities are UUIDs in lower case. */
export interface Advisor {
  /** A pool asks to be advised: `pool.initialize_wlb`. @returns a number by which it is known */
  join(pool: JoiningPool): Promise<number>
  /** XAPI forgets us whatever is answered. */
  leave(poolUuid: string): Promise<void>
  /**
   * Where a guest should start, or be moved to by a person.
   * @returns exactly one row for each host that XAPI believes live: with fewer or more it takes none;
   *   null for a guest of which nothing is known, so that no stars are invented and XAPI decides alone
   */
  rateHosts(guest: { poolUuid: string; guestUuid: string }): Promise<HostRating[] | null>
  /** Where the guests of a host should go. XAPI places by itself those that are left out. */
  emptyHost(host: { poolUuid: string; hostUuid: string }): Promise<GuestTarget[]>
  /** What would relieve the pool now; nothing is an answer. */
  advisePool(poolUuid: string): Promise<PoolAdvice>
  readSettings(poolUuid: string): Promise<Record<string, string>>
  writeSettings(poolUuid: string, settings: Record<string, string>): Promise<void>
}

export interface JoiningPool {
  poolUuid: string
  /** `http://<coordinator>:80/`, as XAPI names it: to be believed only for its host. */
  url: string
  user: string
  /** A secret; never logged. */
  password: string
}

export interface HostRating {
  hostUuid: string
  /** From 0 to 5. */
  stars: number
  /** Why it has none, which reaches the person unchanged; only with 0 stars. */
  reason: string | null
}

export interface GuestTarget {
  guestUuid: string
  toHostUuid: string
}

export interface PoolAdvice {
  /** One advice for each guest. */
  moves: (GuestTarget & { fromHostUuid: string; reason: string })[]
  /** Positive and whole; the same for what is said of one occasion. */
  id: number
}

/** Refuses a request with words that XAPI shows beside its WLB_INTERNAL_ERROR. */
export class AdvisorRefusal extends Error {
  readonly code: number

  /** @param code above 0 */
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
