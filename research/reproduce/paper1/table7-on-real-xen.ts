import { mean } from 'simple-statistics'
import type { PlayedLoad, Table7Result } from '../../experiments/paper1/table7-result.ts'
import { significant } from '../figures.ts'
import { judge, near } from '../judge.ts'
import { onRealXen } from '../on-real-xen.ts'
import type { ReproductionRow } from '../reproduction.ts'

/** Table 7 as the hypervisor for experiments tells of the loans that were used up. */
export function table7OnRealXenRows({ loads, seconds }: Table7Result): ReproductionRow[] {
  const of = (name: PlayedLoad['name']) => loads.find((load) => load.name === name)!
  const [io, both] = [of('-i 1'), of('-c 1 -i 1')]
  const rows = [
    {
      where: 'table 7, stress -i 1',
      published: 'credit_boost 600, cm 5',
      ours: shown(io),
      ...judge([near(meanOf(io, 'next'), 600, 'credit_boost'), near(meanOf(io, 'cm'), 5, 'cm')]),
      why: `Two guests on one pCPU, half of Table 5’s host, watched for ${seconds} s; in the place of stress, which writes back what other programs have written, each writes block after block straight to a disk. It mostly waits for the disk and pays little meanwhile; the paper’s disk may have kept it waiting less.`,
    },
    {
      where: 'table 7, stress -c 1 -i 1',
      published: 'credit_boost 375, cm 9.2',
      ours: shown(both),
      ...judge([
        near(meanOf(both, 'cm'), 9.2, 'cm'),
        { says: 'credit_boost, whose factor in eq (4) was read from this table', holds: null },
      ]),
      why: 'The guests compute beside their writing, so they run for nearly all of a loan. A guest that never blocks pays 10 credits a millisecond, so cm cannot be far off.',
    },
  ]
  return onRealXen(
    rows,
    'research/experiments/paper1/table7.ts, e2e/xen-host/hypervisor/01-boosts.patch',
  )
}

const meanOf = ({ loans }: PlayedLoad, figure: 'next' | 'cm') =>
  mean(loans.map((loan) => loan[figure]))

const shown = (load: PlayedLoad) =>
  `${load.loans.length} loans seen used up: cm ${significant(meanOf(load, 'cm'))}, the next loan ${significant(meanOf(load, 'next'))} credits`
