/**
 * The part of a wait that lies within its first `firstSeconds`, in the mean. The log of a server
 * leaves out the wait before the service first runs, but never more than a request waits. For waits
 * W of the mean D in two exponential stages (`beforeRun` counts two packets that wait), it is
 * E[min(W, B)] = D - (D + B) e^(-2 B / D). That is at most B, and what it leaves of D increases with
 * D however short the wait is, so it depends on weights wherever D does. The distribution is a choice
 * of ours: with one stage, times at low loads come out too long beside the independent simulator, and
 * with many, those of short guests lose sight of weights again.
 */
export function waitWithin(firstSeconds: number, waitSeconds: number): number {
  if (!(waitSeconds > 0)) return 0
  const stages = (2 * firstSeconds) / waitSeconds
  return -waitSeconds * Math.expm1(-stages) - firstSeconds * Math.exp(-stages)
}
