/**
 * One stretch of a request's way that runs without leaving a domain. `domain-0`: the driver domain
 * moves a packet; `guest`: the guest's network stack answers one, ahead of its services; `service`:
 * the service itself, its length drawn from the load's service time.
 */
export interface RequestLeg {
  on: 'domain-0' | 'guest' | 'service'
  /** CPU seconds; a service's own demand comes on top. Default 0. */
  cpuSeconds?: number
  /** The client's clock starts when this leg is dispatched instead of at the arrival. */
  starts?: boolean
  /** The client has its answer when this leg ends. Default: at the end of the path. */
  answers?: boolean
  /** Nothing of the request waits for this leg: an acknowledgement, for instance. */
  aside?: boolean
}

/** packet arrives -> Domain-0 -> guest's service -> Domain-0 -> answered. CPU seconds per request. */
export function directPath(receiveSeconds: number, transmitSeconds: number): RequestLeg[] {
  return [
    { on: 'domain-0', cpuSeconds: receiveSeconds },
    { on: 'service' },
    { on: 'domain-0', cpuSeconds: transmitSeconds, answers: true },
  ]
}

export interface ConnectionCost {
  /** CPU seconds of Domain-0 per request, over all its packets. */
  domain0Seconds: number
  /** CPU seconds of the guest's network stack per request, beside the service. */
  guestSeconds: number
  /**
   * Where the client runs. Its clock starts at the arrival; in Domain-0 only once Domain-0 has been
   * dispatched, since then the client itself waits with it.
   */
  client?: 'network' | 'domain-0'
}

/**
 * A TCP connection per request: handshake, request (acknowledged while the service already runs),
 * answer, close. How the costs divide over the packets was read off the scheduler trace of a lone
 * request on Xen 4.17 with netback and Apache: Domain-0 57, 103, 8, 101, 20 us and the guest's stack
 * 35, 41, 92, 15 us in this order. Every leg of a blocked domain is a wake-up, and that is what
 * makes Domain-0's waits count several times in one response.
 */
export function connectionPath(cost: ConnectionCost): RequestLeg[] {
  const domain0 = (microseconds: number) => (cost.domain0Seconds * microseconds) / 289
  const guest = (microseconds: number) => (cost.guestSeconds * microseconds) / 183
  return [
    { on: 'domain-0', cpuSeconds: domain0(57), starts: cost.client === 'domain-0' },
    { on: 'guest', cpuSeconds: guest(35) },
    { on: 'domain-0', cpuSeconds: domain0(103) },
    { on: 'guest', cpuSeconds: guest(41) },
    { on: 'domain-0', cpuSeconds: domain0(8), aside: true },
    { on: 'service' },
    { on: 'domain-0', cpuSeconds: domain0(101), answers: true },
    { on: 'guest', cpuSeconds: guest(92) },
    { on: 'domain-0', cpuSeconds: domain0(20) },
    { on: 'guest', cpuSeconds: guest(15) },
  ]
}
