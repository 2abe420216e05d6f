/**
 * The optimisation problem in whole steps, with rates and utilisations scaled to order 1.
 *
 * With S = sum(lambda_i x_i w_i) and C = IO D_0, eq (1)-(3) of paper 0 are R_p = w_0 x_0 +
 * (S + C) / (w_p lambda_p). In steps k_p = w_p / unit: s = sum(load_i k_i), and the total delay is
 * constant + scale (s + c) sum(1 / (k_p rate_p)): a product of two separable functions.
 */
export interface GridDomain {
  name: string
  /** lambda_p / mean lambda; 0 for a domain without arrivals, which has no response time. */
  rate: number
  /** lambda_p x_p / rho. */
  load: number
  /** Share in steps of a domain that keeps it, not necessarily whole; null for a free domain. */
  keptSteps: number | null
  /** Bounds of a free domain. */
  minSteps: number
  maxSteps: number
  /**
   * The SLA row s + c <= room k_p, linear because the target bounds (S + C) / (w_p lambda_p).
   * null without a target; not positive when the target is out of reach of any share.
   */
  room: number | null
}

export interface Grid {
  domains: GridDomain[]
  /** Steps that the free domains divide among themselves. */
  steps: number
  /** c = C / (unit rho). */
  ioDelay: number
  /** Seconds per unit of (s + c) sum(1 / (k rate)). */
  delayScaleSeconds: number
  /** Range of s that is searched; the whole axis until a bound has narrowed it. */
  leastLoad: number
  greatestLoad: number
  /** Sum of w_0 x_0 over the domains with arrivals, seconds. */
  constantSeconds: number
}

/** Steps of each domain of the grid, in its order; kept domains hold their kept steps. */
export type Allocation = readonly number[]

/** s = sum(load_i k_i). */
export function weightedLoad(grid: Grid, allocation: Allocation): number {
  return grid.domains.reduce((sum, { load }, index) => sum + load * allocation[index]!, 0)
}

/** t = sum(1 / (k_p rate_p)) over the domains with arrivals. */
export function inverseRates(grid: Grid, allocation: Allocation): number {
  return grid.domains.reduce(
    (sum, { rate }, index) => (rate > 0 ? sum + 1 / (allocation[index]! * rate) : sum),
    0,
  )
}

/** D_total = sum of R_p in seconds, eq (7). */
export function totalDelaySeconds(grid: Grid, allocation: Allocation): number {
  const product = (weightedLoad(grid, allocation) + grid.ioDelay) * inverseRates(grid, allocation)
  return grid.constantSeconds + grid.delayScaleSeconds * product
}

/** Whether every SLA row holds. `slack` is relative, for rounding errors only. */
export function meetsRows(grid: Grid, allocation: Allocation, slack = 1e-9): boolean {
  const demand = weightedLoad(grid, allocation) + grid.ioDelay
  return grid.domains.every(
    ({ room }, index) => room === null || demand <= room * allocation[index]! * (1 + slack),
  )
}

/** The allocation of least (or greatest) s within the bounds: fill up by load, lightest first. */
export function extremeLoad(grid: Grid, direction: 'least' | 'greatest'): number[] {
  const allocation = grid.domains.map(({ keptSteps, minSteps }) => keptSteps ?? minSteps)
  const free = grid.domains
    .map((domain, index) => ({ ...domain, index }))
    .filter(({ keptSteps }) => keptSteps === null)
    .sort((a, b) => (direction === 'least' ? a.load - b.load : b.load - a.load))
  let left = grid.steps - free.reduce((sum, { minSteps }) => sum + minSteps, 0)
  for (const { index, minSteps, maxSteps } of free) {
    const added = Math.min(left, maxSteps - minSteps)
    allocation[index] = minSteps + added
    left -= added
  }
  return allocation
}

/** The grid with one free domain held at a number of steps. */
export function holdDomain(grid: Grid, index: number, steps: number): Grid {
  const domains = grid.domains.map((domain, other) =>
    other === index ? { ...domain, minSteps: steps, maxSteps: steps } : domain,
  )
  return { ...grid, domains }
}

/** Whether bounds alone leave an allocation: sum of minima <= steps <= sum of maxima. */
export function boundsFit({ domains, steps }: Grid): boolean {
  const free = domains.filter(({ keptSteps }) => keptSteps === null)
  const least = free.reduce((sum, { minSteps }) => sum + minSteps, 0)
  const most = free.reduce((sum, { maxSteps }) => sum + maxSteps, 0)
  return least <= steps && steps <= most && free.every((d) => d.minSteps <= d.maxSteps)
}
