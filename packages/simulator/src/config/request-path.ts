/**
 * One leg of a request's path, which runs without leaving a domain. `domain-0`: the driver domain
 * moves a packet; `guest`: the guest's network stack answers one, with priority over services;
 * `service`: the service itself, with a length drawn from the load's service time.
 */
export interface RequestLeg {
  on: 'domain-0' | 'guest' | 'service'
  /** CPU seconds; a service's own demand is added. Default 0. */
  cpuSeconds?: number
  /** Whether the client's clock starts when this leg is dispatched instead of on arrival. */
  starts?: boolean
  /** Whether the client has its answer when this leg ends. Default: at the end of the path. */
  answers?: boolean
  /** Whether the rest of the request does not wait for this leg, as for an acknowledgement. */
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

/** CPU microseconds of each leg of a lone request, from the scheduler trace described below. */
const traced = { domain0: [57, 103, 8, 101, 20], guest: [35, 41, 92, 15] }
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** CPU time of a guest's network stack per CPU second of Domain-0, as traced. */
export const stackShare = sum(traced.guest) / sum(traced.domain0)

interface ConnectionCost {
  /** CPU seconds of Domain-0 per request, over all its packets. */
  domain0Seconds: number
  /** CPU seconds of the guest's network stack per request, in addition to the service. */
  guestSeconds: number
}

/**
 * One TCP connection per request: handshake, request (acknowledged while the service already runs),
 * answer, close. The division of the costs over the packets was taken from the scheduler trace of a
 * lone request on Xen 4.17 with netback and Apache. Every leg of a blocked domain is a wake-up,
 * which is why Domain-0's waits count several times in one response.
 */
export function connectionPath(cost: ConnectionCost): RequestLeg[] {
  const part = (seconds: number, of: number[], index: number) => (seconds * of[index]!) / sum(of)
  const domain0 = (index: number) => part(cost.domain0Seconds, traced.domain0, index)
  const guest = (index: number) => part(cost.guestSeconds, traced.guest, index)
  return [
    { on: 'domain-0', cpuSeconds: domain0(0) },
    { on: 'guest', cpuSeconds: guest(0) },
    { on: 'domain-0', cpuSeconds: domain0(1) },
    { on: 'guest', cpuSeconds: guest(1) },
    { on: 'domain-0', cpuSeconds: domain0(2), aside: true },
    { on: 'service' },
    { on: 'domain-0', cpuSeconds: domain0(3), answers: true },
    { on: 'guest', cpuSeconds: guest(2) },
    { on: 'domain-0', cpuSeconds: domain0(4) },
    { on: 'guest', cpuSeconds: guest(3) },
  ]
}
