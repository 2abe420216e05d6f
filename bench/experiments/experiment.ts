export interface ExperimentOptions {
  /** The factor by which all intervals are longer than those of the paper. */
  scale: number
  /** Draws the phase of each stream of requests. */
  seed: number
  /** Where to keep recordings; null for nowhere. */
  out: string | null
  log: (what: string) => void
}

/** A published experiment, played on a real host through the product's API. */
export type Experiment = (options: ExperimentOptions) => Promise<{ text: string; result: unknown }>
