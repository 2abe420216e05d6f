/** A reason with a code for programs, a sentence for people, and the numbers behind it. */
export interface Reason<Code extends string = string> {
  code: Code
  sentence: string
  numbers: Record<string, number>
}

export type ValidityCode =
  | 'no-arrivals'
  | 'saturated'
  | 'host-saturated'
  | 'scale-invariant'
  | 'not-measured'
  | 'several-cpus'
  | 'recorded-window-only'
  | 'near-saturation'
  | 'periodic-arrivals'
  | 'capped'
  | 'not-calibrated'
  | 'no-cpu-coverage'
  | 'demand-from-elsewhere'
