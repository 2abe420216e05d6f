/**
 * The optimisation problem in whole steps, with rates and utilisations scaled to order 1.
 *
 * With S = sum(lambda_i x_i w_i) and C = IO D_0, eq (1)-(3) of paper 0 are R_p = factor_p (w_0 x_0
 * + (S + C) / (w_p lambda_p)). In steps k_p = w_p / unit: s = sum(load_i k_i), and the total delay
 * is constant + scale (s + c) sum(inverse rate_p / k_p), a product of two separable functions.
 */
export interface GridGroup {
  /** Domains that get equal steps; most groups have one member. */
  names: string[]
  /** Sum of factor_p mean lambda / lambda_p; 0 without arrivals, where there is no response time. */
  inverseRate: number
  /** Sum of lambda_p x_p / rho. */
  load: number
  /**
   * Steps that represent the share of a kept domain, not necessarily whole; null for a free group.
   */
  keptSteps: number | null
  /** Bounds for each member of a free group. */
  minSteps: number
  maxSteps: number
  /**
   * The SLA row s + c <= room k_p for the member with the least room; linear because the target
   * bounds (S + C) / (w_p lambda_p). null without a target; not positive when no share can reach
   * the target.
   */
  room: number | null
}

export interface Grid {
  groups: GridGroup[]
  /** Steps that the free domains divide among themselves. */
  steps: number
  /** c = C / (unit rho). */
  ioDelay: number
  /** Seconds per unit of (s + c) sum(inverse rate / k). */
  delayScaleSeconds: number
  /** Upper limit of s in the search; Infinity until a bound has narrowed it. */
  greatestLoad: number
  /** Sum of factor_p w_0 x_0 over the domains with arrivals, seconds. */
  constantSeconds: number
}

/**
 * Steps of each member of each group, in the order of the grid; kept domains hold their kept steps.
 */
export type Allocation = readonly number[]

/** s = sum(load_i k_i). */
export function weightedLoad({ groups }: Grid, allocation: Allocation): number {
  return groups.reduce((sum, { load }, index) => sum + load * allocation[index]!, 0)
}

/** t = sum(inverse rate_p / k_p). */
export function inverseRates({ groups }: Grid, allocation: Allocation): number {
  return groups.reduce((sum, { inverseRate }, index) => sum + inverseRate / allocation[index]!, 0)
}

/** (s + c) t. */
export function productOf(grid: Grid, allocation: Allocation): number {
  return (weightedLoad(grid, allocation) + grid.ioDelay) * inverseRates(grid, allocation)
}

/** D_total = sum of R_p in seconds, eq (7). */
export function totalDelaySeconds(grid: Grid, allocation: Allocation): number {
  return grid.constantSeconds + grid.delayScaleSeconds * productOf(grid, allocation)
}

/** Whether every SLA row holds. `slack` is relative and covers rounding errors only. */
export function meetsRows(grid: Grid, allocation: Allocation, slack = 1e-9): boolean {
  const demand = weightedLoad(grid, allocation) + grid.ioDelay
  return grid.groups.every(
    ({ room }, index) => room === null || demand <= room * allocation[index]! * (1 + slack),
  )
}

/** The grid with one free group fixed at a number of steps. */
export function holdGroup(grid: Grid, index: number, steps: number): Grid {
  const groups = grid.groups.map((group, other) =>
    other === index ? { ...group, minSteps: steps, maxSteps: steps } : group,
  )
  return { ...grid, groups }
}
