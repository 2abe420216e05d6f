import { mean } from 'simple-statistics'
import type { PlayedLoad, Table7Result } from '../../experiments/paper1/table7-result.ts'
import { significant } from '../figures.ts'
import { judge, near } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'

/** Table 7 as the hypervisor for experiments tells of the loans that were used up. */
export function table7OnRealXenRows({ loads, seconds }: Table7Result): ReproductionRow[] {
  const of = (name: PlayedLoad['name']) => loads.find((load) => load.name === name)!
  const row = (load: PlayedLoad, published: { next: number; cm: number }, why: string) => ({
    where: `table 7, stress ${load.name}, on real Xen`,
    published: `credit_boost ${published.next}, cm ${published.cm}`,
    ours: shown(load),
    ...judge([
      near(meanOf(load, 'next'), published.next, 'credit_boost'),
      near(meanOf(load, 'cm'), published.cm, 'cm'),
    ]),
    implementedIn: 'bench/experiments/paper1/table7.ts, e2e/xen-host/hypervisor/01-boosts.patch',
    why,
  })
  return [
    row(of('-i 1'), { next: 600, cm: 5 }, 'WHY'),
    row(of('-c 1 -i 1'), { next: 375, cm: 9.2 }, 'WHY'),
  ]
}

type Figure = 'next' | 'cm'

const meanOf = ({ loans }: PlayedLoad, figure: Figure): number | null =>
  loans.length === 0 ? null : mean(loans.map((loan) => loan[figure]))

function shown(load: PlayedLoad): string {
  const [next, cm] = [meanOf(load, 'next'), meanOf(load, 'cm')]
  return next === null || cm === null
    ? 'no loan'
    : `${load.loans.length} loans seen used up: the next is of ${significant(next)} credits, cm ${significant(cm)}`
}
