import { type LoanRedemption, paper1Host, replicate, type TwinGuest } from '@steelyard/simulator'
import { percent, significant } from '../figures.ts'
import { judge } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'

const host = paper1Host('bandwidth')
const run = { seed: 1, replications: 4, horizonSeconds: 120, warmupSeconds: 20 }

const implementedIn =
  'packages/simulator/src/schedulers/credit1-loans.ts, packages/simulator/src/schedulers/credit1-accounts.ts, packages/simulator/src/schedulers/idle-repayment.test.ts'

interface Asked extends Partial<TwinGuest> {
  /** CPU time of dom1 for each chunk of the stream. */
  chunkSeconds: number
  /** When the stream stops. By default it never does. */
  stopsSeconds?: number
}

/** Runs dom1 of paper 1's host with a stream, and eleven other domains that never stop. */
function loansOf(
  { chunkSeconds, stopsSeconds, ...more }: Asked,
  terms: Partial<LoanRedemption>,
  options = run,
) {
  const guests = host.guests.map((guest): TwinGuest => {
    const { load } = guest
    if (!load) return guest
    const arrivals =
      stopsSeconds === undefined
        ? load.arrivals
        : {
            kind: 'times' as const,
            seconds: Array.from({ length: 900 * stopsSeconds }, (_, index) => index / 900),
          }
    const path = load.path!.map((leg) =>
      leg.on === 'guest' ? { ...leg, cpuSeconds: chunkSeconds } : leg,
    )
    return { ...guest, ...more, load: { ...load, arrivals, path } }
  })
  const boost: LoanRedemption = { policy: 'loan-redemption', ...terms }
  const scheduler = { name: 'credit', xenVersion: '4.5', boost } as const
  const { cpuShare, loans } = replicate({ ...host, guests, scheduler }, options).domains[1]!
  return { cpuShare: cpuShare.mean, loans: loans! }
}

/** The paper's statements about idle and inactive vCPUs, which it makes only in words. */
export function idlenessRows(): ReproductionRow[] {
  return [repayment(), boosts()]
}

function repayment(): ReproductionRow {
  const fixed = { sizing: 'fixed' } as const
  const played = [
    ...[0.0008, 0.0004, 0.0003, 0.0002].map((chunkSeconds) => ({ chunkSeconds, hogs: 0 })),
    ...[0.0004, 35e-6].map((chunkSeconds) => ({ chunkSeconds, hogs: 1 })),
  ]
    .map((asked) => loansOf(asked, fixed))
    .map(({ cpuShare, loans }) => ({
      cpuShare,
      cm: loans.creditsPerMs!.mean,
      seconds: loans.meanRepaymentSeconds!.mean,
    }))
  const idle = loansOf({ chunkSeconds: 0.0004, hogs: 0, stopsSeconds: 1 }, fixed, {
    seed: 1,
    replications: 8,
    horizonSeconds: 60,
    warmupSeconds: 0,
  }).loans.meanRepaymentSeconds!.mean
  const byCpu = played.toSorted((a, b) => a.cpuShare - b.cpuShare)
  const byCm = played.toSorted((a, b) => a.cm - b.cm)
  return {
    where: 'section 3.2: who repays faster is more idle',
    published:
      'repayment is quick where a domain is idle, slow where it is CPU- and I/O-intensive, as fewer credits are left; no figures',
    ours: `1000 credits of dom1: ${significant(idle)} s when its stream stops and it idles; else ${byCpu.map(({ cpuShare, cm, seconds }) => `${significant(seconds)} s (${percent(cpuShare)} of a pCPU, cm ${significant(cm)})`).join(', ')}`,
    ...judge([
      { says: 'whether idle is quickest, as it is put in', holds: null },
      { says: 'the more CPU it uses, the longer (within 10 %)', holds: isLonger(byCpu) },
      { says: 'the greater cm, the longer', holds: isLonger(byCm) },
    ]),
    implementedIn,
    why: 'Xen gives an idle vCPU no credits, and a fifth of nothing would never repay the loan. We therefore inferred from this sentence that an idle vCPU repays with everything it would receive, while an active one repays with the fifth of section 4.2, whatever it uses. The time between these extremes depends on how long the vCPU rests. A stream with more expensive chunks rests more, because its window holds it up, although its cm is greater.',
  }
}

function isLonger(ordered: readonly { seconds: number }[]): boolean {
  return ordered.every(({ seconds }, index) =>
    ordered.slice(0, index).every((less) => seconds >= 0.9 * less.seconds),
  )
}

function boosts(): ReproductionRow {
  const [dear, cheap] = [0.0004, 35e-6].map((chunkSeconds) =>
    [4, 3, 2, 1, 0].map((hogs) => boostsPerSecond({ chunkSeconds, vCpus: 4, hogs })),
  )
  const isMore = (counts: readonly number[]) => counts.slice(1).every((more) => more > counts[0]!)
  return {
    where: 'section 3.1: the more inactive vCPUs, the more boosts',
    published: 'should be so; not measured',
    ours: `boosts a second on loans, dom1 with 4 vCPUs of which 0 / 1 / 2 / 3 / 4 do not compute: chunks of 0.4 ms ${shown(dear!)}, of 0.035 ms ${shown(cheap!)}`,
    ...judge([
      { says: 'more with some than with none, chunks of 0.4 ms', holds: isMore(dear!) },
      { says: 'chunks of 0.035 ms', holds: isMore(cheap!) },
      {
        says: 'each time more',
        holds: dear!.every((count, index) => index === 0 || count > dear![index - 1]!),
      },
    ]),
    implementedIn,
    why: 'A vCPU that does not compute handles the stream, wakes with credit left and is boosted by Xen itself, which needs no loan and is not counted. Loans matter only once its credit is used up, so with little work per chunk they are hardly needed.',
  }
}

function shown(counts: readonly number[]): string {
  return counts.map(significant).join(' / ')
}

function boostsPerSecond(asked: Asked): number {
  const { usedUp, meanLentCredits, creditsPerBoost } = loansOf(asked, {}).loans
  if (!meanLentCredits || !creditsPerBoost) return 0
  const boostsEach = meanLentCredits.mean / creditsPerBoost.mean
  return (usedUp.mean * boostsEach) / (run.horizonSeconds - run.warmupSeconds)
}
