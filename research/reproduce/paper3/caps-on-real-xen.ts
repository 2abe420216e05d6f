import { mean } from 'simple-statistics'
import type { CapsResult, PlayedWay } from '../../experiments/paper3/caps-result.ts'
import { outcomeOf } from '../../experiments/paper3/outcome-of.ts'
import { percent } from '../figures.ts'
import { judge, notApplicable } from '../judge.ts'
import { onRealXen } from '../on-real-xen.ts'
import type { ReproductionRow } from '../reproduction.ts'

const implementedIn = 'packages/loop/src/caps, research/experiments/paper3/caps.ts'

const capped = (cap: number) => (cap === 0 ? 'none' : `${cap} %`)

/** The monitor of section 3 beside no caps and fixed ones, while tasks come and go. */
export function capsOnRealXenRows({ ways, sampleSeconds }: CapsResult): ReproductionRow[] {
  const of = (name: PlayedWay['name']) => {
    const way = ways.find((each) => each.name === name)!
    return { ...outcomeOf(way), ...way }
  }
  const [none, following, fixed] = [of('none'), of('following'), of('fixed')]
  const inPauses = ({ othersShare }: PlayedWay) => mean(othersShare.inPauses)
  const capsOf = (caps: readonly number[][]) => caps.flat().map(capped).join(' and ')
  const missed = ({ missedPart }: { missedPart: number }) => percent(missedPart)
  const rows = [
    {
      where: 'section 3: a monitor sets the caps as real-time tasks come and go',
      published: 'stated; how often it looks and what it does is not',
      ours: `caps of the two others while a task is due ${capsOf(following.caps.atWork)}, in the pause ${capsOf(following.caps.inPauses)}; jobs missed without caps ${missed(none)}, with caps that follow ${missed(following)}, with fixed ones ${missed(fixed)}; CPU of the two others while nothing is due ${percent(inPauses(none))}, ${percent(inPauses(following))} and ${percent(inPauses(fixed))} of a pCPU`,
      ...judge([
        {
          says: 'caps set while a task is due, and none in the pause',
          holds:
            following.caps.atWork.flat().every((cap) => cap > 0) &&
            following.caps.inPauses.flat().every((cap) => cap === 0),
        },
        {
          says: `deadlines are guaranteed meanwhile (${missed(following)} missed)`,
          holds: following.missedPart === 0,
        },
      ]),
      why: `It misses fewer jobs than no caps do and leaves the others more in pauses than fixed caps do, but neither is what the paper promises. The monitor samples every ${sampleSeconds} s; until it has seen a task at work, no caps are set, and they are given back after six quiet samples. This host keeps the wall clock, so what else the machine did meanwhile counts too.`,
    },
    {
      where: 'what following costs against fixed caps',
      published: 'not measured',
      ours: `hashes done in time ${percent(following.doneWithin)} with caps that follow, ${percent(fixed.doneWithin)} with fixed ones, ${percent(none.doneWithin)} without`,
      ...notApplicable('not in the paper'),
      why: 'The price of giving the CPU to others in pauses: what is missed while the caps are not set yet, and what Domain-0’s work for the samples takes from a full, emulated pCPU.',
    },
  ]
  return onRealXen(rows, implementedIn)
}
