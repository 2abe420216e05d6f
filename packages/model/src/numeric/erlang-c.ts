/**
 * Erlang's C: the probability that a request has to wait for one of `servers` servers at an offered
 * load of `offeredLoad` (lambda x). Computed by the recursion of Erlang's B, which does not
 * overflow. 1 from saturation on.
 */
export function erlangC(servers: number, offeredLoad: number): number {
  if (offeredLoad >= servers) return 1
  let blocked = 1
  for (let server = 1; server <= servers; server++) {
    blocked = (offeredLoad * blocked) / (server + offeredLoad * blocked)
  }
  return blocked / (1 - (offeredLoad / servers) * (1 - blocked))
}

/** Mean time in an M/M/c queue, seconds; Infinity from saturation on. */
export function manyServerResponseTimeSeconds(
  servers: number,
  arrivalRatePerSecond: number,
  serviceTimeSeconds: number,
): number {
  const offered = arrivalRatePerSecond * serviceTimeSeconds
  if (offered >= servers) return Number.POSITIVE_INFINITY
  return serviceTimeSeconds + (erlangC(servers, offered) * serviceTimeSeconds) / (servers - offered)
}
