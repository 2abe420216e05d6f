export type Status = 'reproduced' | 'partly' | 'not reproduced' | 'not applicable'

/** One equation, table, figure or claim of a paper, with Steelyard's result. */
export interface ReproductionRow {
  /** Table 3, eq (4), claim ... */
  where: string
  published: string
  ours: string
  difference: string
  status: Status
  /** Path of the code from the root of the repository; several are separated by a comma and a blank. */
  implementedIn: string
  why: string
}

export interface Reproduction {
  /** paper0 .. paper4 */
  paper: string
  title: string
  rows: ReproductionRow[]
}
