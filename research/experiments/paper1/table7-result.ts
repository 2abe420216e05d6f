import type { UsedLoan } from './read-loans.ts'

export interface Table7Result {
  seconds: number
  loads: PlayedLoad[]
}

export interface PlayedLoad {
  /** As the paper calls them: options of stress. */
  name: '-i 1' | '-c 1 -i 1'
  /** Loans that were seen when they had been used up. */
  loans: UsedLoan[]
}
