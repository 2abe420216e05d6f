import { errata } from '@steelyard/model'
import { notApplicable } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'

/** Every erratum is listed, so that no part of the paper is left out silently. */
export function errataRows(): ReproductionRow[] {
  return errata.map(({ id, where, paperSays, problem, weDo }) => ({
    where: `erratum ${id}, ${where}`,
    published: paperSays,
    ours: weDo,
    ...notApplicable(problem),
    implementedIn: 'packages/model/src/errata.ts',
    why: 'The paper is wrong or silent here; the choice is ours and is shown in the product.',
  }))
}
