import { idlenessRows } from './paper1/idleness.ts'
import { mechanismRows } from './paper1/mechanism.ts'
import { resultRows } from './paper1/results.ts'
import { playTable7, playVariants, sensitivities, sweep } from './paper1/runs.ts'
import { sensitivityRows } from './paper1/sensitivity.ts'
import { errataRows, setUpRows } from './paper1/set-up.ts'
import type { Reproduction } from './reproduction.ts'

const known =
  'Everything hangs on how long a boost lasts, which the paper does not say. On a real Xen with our patch, three guests that never stop computing and one that is pinged, the mean answer is 29.0 ms under stock credit, 5.3 ms where a boost lasts until the dispatch, and 33.7 ms where it lasts until its loan is used up, which the words suggest: the guest then keeps the pCPU for the rest of its slice while Domain-0 waits to take the answer. Loans cost the other guests nothing in either case. These are single runs of 30 pings ([the hypervisor for experiments](../e2e/xen-host/hypervisor/README.md)).'

/** Paper 1: boosts paid for by borrowing credits and repaying them. */
export async function reproducePaper1(): Promise<Reproduction> {
  const variants = playVariants()
  return {
    paper: 'paper1',
    title: 'Paper 1: loans of credits for boosts (loan / redemption)',
    known,
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
