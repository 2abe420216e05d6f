import type { LabResult, LabVariant, Lever, Levers } from '@steelyard/contract'

/** A lab run as its row stores it: the values, from which `serveLab` makes figures and sentences. */
export interface StoredLab extends Omit<LabResult, 'variants' | 'verdict' | 'levers'> {
  variants: StoredVariant[]
  levers: StoredLevers | null
}

export type StoredVariant = Omit<LabVariant, 'meanMs'>

export interface StoredLevers extends Omit<Levers, 'ranked' | 'statement' | 'leadStatement'> {
  ranked: StoredLever[]
}

export interface StoredLever extends Omit<Lever, 'effect' | 'domains'> {
  domains: StoredOutlook[]
}

export interface StoredOutlook extends Omit<Lever['domains'][number], 'outlook'> {
  /** The statistic that the targets refer to, as measured and as the twin moves it. */
  peakNowMs: number | null
  peakThenMs: number | null
}
