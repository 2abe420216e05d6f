import { idlenessRows } from './paper1/idleness.ts'
import { mechanismRows } from './paper1/mechanism.ts'
import { resultRows } from './paper1/results.ts'
import { playTable7, playVariants, sensitivities, sweep } from './paper1/runs.ts'
import { sensitivityRows } from './paper1/sensitivity.ts'
import { errataRows, setUpRows } from './paper1/set-up.ts'
import type { Reproduction } from './reproduction.ts'

/** Paper 1: boosts paid for by borrowing credits and repaying them. */
export async function reproducePaper1(): Promise<Reproduction> {
  const variants = playVariants()
  return {
    paper: 'paper1',
    title: 'Paper 1: loans of credits for boosts (loan / redemption)',
    rows: [
      ...setUpRows(),
      ...mechanismRows(variants),
      ...idlenessRows(),
      ...resultRows(variants, playTable7(), sweep()),
      ...sensitivityRows(sensitivities()),
      ...errataRows(),
    ],
  }
}
