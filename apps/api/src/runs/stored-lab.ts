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

export type StoredLever = Omit<Lever, 'effect'>
