/**
 * The part of a wait that lies within its first `firstSeconds`, in the mean. The log of a server
 * leaves out the wait before the service first runs, but never more than a request waits: for waits
 * W that are exponential with the mean D, E[min(W, B)] = D (1 - e^(-B / D)). That is at most B, and
 * what it leaves of D increases with D however short the wait is, so it depends on weights wherever
 * D does. That waits are exponential is a choice of ours, compared with the twin.
 */
export function waitWithin(firstSeconds: number, waitSeconds: number): number {
  return waitSeconds > 0 ? waitSeconds * -Math.expm1(-firstSeconds / waitSeconds) : 0
}
