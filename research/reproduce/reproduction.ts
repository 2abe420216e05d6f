/**
 * How a row ended. The first three are for what was published and could have come out otherwise,
 * `implemented` is for what can only be there or be missing; `judge.ts` has the rules.
 */
export type Status = 'reproduced' | 'partly' | 'not reproduced' | 'implemented' | 'not applicable'

/** One equation, table, figure or claim of a paper, with Steelyard's result. */
export interface ReproductionRow {
  /** The place in the paper, such as "Table 3", "eq (4)" or "claim ...". */
  where: string
  published: string
  ours: string
  difference: string
  status: Status
  /** Paths of the code from the root of the repository, separated by a comma and a space. */
  implementedIn: string
  why: string
}

export interface Reproduction {
  /** The paper's name, from paper0 to paper4. */
  paper: string
  title: string
  /** What is known now that the paper does not say, in a paragraph, with where each figure is from. */
  known: string
  rows: ReproductionRow[]
}
