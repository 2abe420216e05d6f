/** A loan that a vCPU has used up, as the hypervisor for experiments tells. */
export interface UsedLoan {
  /** The domain's id. */
  domain: number
  /** How many the vCPU had used up with it. */
  nth: number
  boosts: number
  milliseconds: number
  /** Credits per millisecond, eq (3). */
  cm: number
  /** What eq (4) allows next, in credits. */
  next: number
}

const VCPU =
  /\[(\d+)\.0\].* loan\{.*? line=(\d+) .*? n=(\d+) last:boosts=(\d+) ms=(\d+) cm=([\d.]+)\}/g

/** Reads the last loan of each vCPU 0 out of what `xl debug-keys r` left in `xl dmesg`. */
export function readLoans(said: string): UsedLoan[] {
  return [...said.matchAll(VCPU)]
    .map(([, domain, line, nth, boosts, ms, cm]) => ({
      domain: Number(domain),
      nth: Number(nth),
      boosts: Number(boosts),
      milliseconds: Number(ms),
      cm: Number(cm),
      next: Number(line),
    }))
    .filter(({ nth }) => nth > 0)
}
