export type Status = 'reproduced' | 'partly' | 'not reproduced' | 'not applicable'

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
  rows: ReproductionRow[]
}
