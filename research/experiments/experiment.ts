export interface ExperimentOptions {
  /** The factor by which all intervals are longer than those of the paper. */
  scale: number
  /** Draws the phase of each stream of requests. */
  seed: number
  /** Which of its ways an experiment plays, where it has several; null for all. */
  variant: string | null
  /** Where to keep recordings; null for nowhere. */
  out: string | null
  /** What an earlier call kept in the same file; null for nothing. */
  kept: unknown
  log: (what: string) => void
  /** Keeps what is known so far, because an experiment takes long. */
  keep: (result: unknown) => void
}

/** A published experiment on a real host, played through the product's API; returns its tables. */
export type Experiment = (options: ExperimentOptions) => Promise<string>
