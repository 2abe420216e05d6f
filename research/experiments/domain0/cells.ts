/** One host of the experiment: what its guests weigh, and whether Domain-0 has work of its own. */
export interface Cell {
  /** Of each guest; Domain-0 keeps 256. */
  weight: number
  domain0: 'idle' | 'busy'
  /** The first guest computes all the time and receives no requests, so the pCPU is never idle. */
  oneComputes?: true
}

export const DOMAIN0_WEIGHT = 256
const GUESTS = 3

/** The most telling ones first, so that an experiment that is not done yet says most. */
export const CELLS: readonly Cell[] = [
  { weight: 256, domain0: 'idle' },
  { weight: 6667, domain0: 'idle' },
  { weight: 256, domain0: 'busy' },
  { weight: 6667, domain0: 'busy' },
  { weight: 1707, domain0: 'busy' },
  { weight: 6667, domain0: 'idle', oneComputes: true },
  { weight: 853, domain0: 'busy' },
  { weight: 1707, domain0: 'idle' },
  { weight: 853, domain0: 'idle' },
  { weight: 1707, domain0: 'idle', oneComputes: true },
  { weight: 256, domain0: 'idle', oneComputes: true },
]

export const isSameCell = (a: Cell, b: Cell) =>
  a.weight === b.weight && a.domain0 === b.domain0 && a.oneComputes === b.oneComputes

export const sumOf = ({ weight }: Cell) => GUESTS * weight

/** Domain-0's part of the credits while all domains want the CPU. */
export const creditsOf = (cell: Cell) => DOMAIN0_WEIGHT / (DOMAIN0_WEIGHT + sumOf(cell))
