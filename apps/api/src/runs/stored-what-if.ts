import type { TwinRunResult } from '@steelyard/contract'

/** A what-if run as its row stores it, without the sentence that `serveWhatIf` makes. */
export type StoredWhatIf = Omit<TwinRunResult, 'statement'>
