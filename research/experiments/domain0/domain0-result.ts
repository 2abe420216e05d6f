import type { Measured } from '../measure-interval.ts'
import type { Cell } from './cells.ts'

export interface Domain0Result {
  scale: number
  seed: number
  /** As far as they have been played. */
  cells: PlayedCell[]
}

export interface PlayedCell extends Cell {
  /** CPU seconds per second of each domain. */
  cpuShares: Record<string, number>
  guests: PlayedGuest[]
}

/** All times are in milliseconds. */
export interface PlayedGuest {
  name: string
  /** From when a request was sent. */
  clients: Measured
  /**
   * From when it was to be sent, as a client on the network would see it: until Domain-0 gets the
   * CPU, it neither sends a request of its own nor passes on one that has come.
   */
  network: Measured
  logs: Times
}

export type Times = Pick<Measured, 'meanMs' | 'p95Ms'>
