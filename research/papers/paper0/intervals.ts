export type Rates = readonly [vm1: number, vm2: number, vm3: number]

/** CPU seconds per request, from Tables 1 to 3. */
export const serviceTimes = [0.0066, 0.0066, 0.0017] as const

/** One interval of a table; rates are arrivals per second, as printed. */
export interface Interval {
  rates: Rates
  seconds: number
}

export const table1 = [
  { rates: [15, 15, 70], seconds: 240 },
  { rates: [45, 45, 170], seconds: 60 },
  { rates: [10, 10, 50], seconds: 240 },
  { rates: [45, 45, 170], seconds: 120 },
] as const satisfies readonly Interval[]

/** The columns are shifted in print. */
export const table2 = [
  { rates: [30, 30, 120], seconds: 240 },
  { rates: [35, 35, 130], seconds: 240 },
  { rates: [45, 45, 180], seconds: 60 },
] as const satisfies readonly Interval[]

/** Durations are not printed; these are those of the recorded host. */
export const table3 = [
  { rates: [10, 10, 50], seconds: 30 },
  { rates: [15, 15, 50], seconds: 30 },
  { rates: [30, 30, 120], seconds: 30 },
  { rates: [35, 35, 130], seconds: 30 },
  { rates: [45, 45, 170], seconds: 30 },
  { rates: [45, 45, 170], seconds: 30 },
  { rates: [45, 45, 170], seconds: 30 },
] as const satisfies readonly Interval[]

/** CPU demand as a fraction of the pCPU. */
export function offered(rates: Rates): number {
  return rates.reduce((sum, rate, index) => sum + rate * serviceTimes[index]!, 0)
}
