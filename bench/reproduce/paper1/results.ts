import { percent, significant } from '../figures.ts'
import { type Claim, judge, near, notApplicable } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import type { SimulatedDom1, SweptPoint, Table7, Variant } from './runs.ts'

const implementedIn =
  'packages/simulator/src/lab/boost-lab.ts, packages/simulator/src/schedulers/credit1.ts'

const paper = {
  meanMs: { credit: 37.2, loan: 23 },
  withinTenMs: { credit: 0.35, loan: 0.58 },
  withinTwentyMs: { credit: 0.41, loan: 0.7 },
  mbit: { credit: 30.9, loan: 34.1, loanAgain: 37.1, always: 86.2 },
}

interface Policies {
  credit: Variant
  loan: Variant
  always: Variant
}

/** Section 4: the results. */
export function resultRows(
  variants: readonly Variant[],
  table7: readonly Table7[],
  sweep: readonly SweptPoint[],
): ReproductionRow[] {
  const of = (id: string) => variants.find((variant) => variant.id === id)!
  const policies = { credit: of('credit'), loan: of('loan-redemption'), always: of('always') }
  return [
    ...responseRows(policies),
    ...bandwidthRows(policies),
    ...shareRows(policies),
    ...table7Rows(table7),
    ...beyond(variants, sweep),
  ]
}

const milliseconds = ({ meanMs, halfWidthMs }: SimulatedDom1) =>
  `${significant(meanMs)} ± ${significant(halfWidthMs)} ms`

function responseRows({ credit, loan, always }: Policies): ReproductionRow[] {
  const [before, after] = [credit.pings, loan.pings]
  const turns =
    'With 12 vCPUs that never stop on two pCPUs, a vCPU has its turn every 180 ms, so at most 22 % of requests find dom1 running or within 10 ms of its turn. The paper’s 35 % and 37.2 ms need shorter turns, such as other packets would cause by waking Domain-0; the paper does not say what else its host had to do.'
  const cdf = (where: string, part: 'withinTenMs' | 'withinTwentyMs'): ReproductionRow => ({
    where,
    published: `${percent(paper[part].credit)} to ${percent(paper[part].loan)}`,
    ours: `${percent(before[part])} to ${percent(after[part])}`,
    ...judge([
      { says: 'more by loan than by credit', holds: after[part] > before[part] },
      near(before[part], paper[part].credit, 'credit'),
      near(after[part], paper[part].loan, 'loan'),
    ]),
    implementedIn,
    why: 'The loans lift the fraction, further than in the paper. See table 6.',
  })
  return [
    {
      where: 'table 6, credit',
      published: `mean ${paper.meanMs.credit} ms`,
      ours: milliseconds(before),
      ...judge([near(before.meanMs, paper.meanMs.credit)]),
      implementedIn,
      why: turns,
    },
    {
      where: 'table 6, loan / redemption',
      published: `mean ${paper.meanMs.loan} ms`,
      ours: milliseconds(after),
      ...judge([near(after.meanMs, paper.meanMs.loan)]),
      implementedIn,
      why: 'One ping per second uses few credits, so loans last for many pings and repayments are comparatively short. With boosts that last until a tick, each costs up to a slice, and the mean is several times as great: see the last rows.',
    },
    {
      where: 'claim: response better by 60 %',
      published: '37.2 / 23 = 1.62',
      ours: `${significant(before.meanMs / after.meanMs)} times as fast; unconditional boost ${significant(before.meanMs / always.pings.meanMs)} times, ${milliseconds(always.pings)}`,
      ...judge([
        { says: 'loan sooner than credit', holds: after.meanMs < before.meanMs },
        near(
          before.meanMs / after.meanMs,
          paper.meanMs.credit / paper.meanMs.loan,
          'by the factor,',
        ),
      ]),
      implementedIn,
      why: 'The order credit, loan, always holds, under either reading of how long a boost lasts; the sizes depend on that, and on the rate of pings, which the paper does not state.',
    },
    cdf('fig 5, up to 10 ms', 'withinTenMs'),
    cdf('fig 5, up to 20 ms', 'withinTwentyMs'),
  ]
}

function bandwidthRows({ credit, loan, always }: Policies): ReproductionRow[] {
  const row = (where: string, published: number, { stream }: Variant): ReproductionRow => ({
    where,
    published: `${published} Mbit/s`,
    ours: `${significant(stream.mbitPerSecond)} Mbit/s (proxy)`,
    ...judge([near(stream.mbitPerSecond, published)]),
    implementedIn: 'packages/simulator/src/lab/paper1-host.ts',
    why: 'A sender with a window of 64 KiB at line rate, stalled while dom1 does not run: no TCP, no loss. How long a boost lasts was chosen with the 86.2 Mbit/s in view: see the last rows.',
  })
  const gain = loan.stream.mbitPerSecond / credit.stream.mbitPerSecond
  return [
    row('fig 6, credit', paper.mbit.credit, credit),
    row('fig 6, loan / redemption', paper.mbit.loan, loan),
    row('section 4.2 with fig 8, loan / redemption', paper.mbit.loanAgain, loan),
    row('section 4.2 with fig 9, unconditional boost', paper.mbit.always, always),
    {
      where: 'claim: bandwidth better by 62 %',
      published: 'called 62 %; 34.1 / 30.9 is +10.4 %, 37.1 / 30.9 is +20.1 %',
      ours: `+${percent(gain - 1)}`,
      ...judge([
        {
          says: 'loan more than credit, always more still',
          holds: gain > 1 && always.stream.mbitPerSecond > loan.stream.mbitPerSecond,
        },
        near(gain - 1, 0.62, 'by 62 %,'),
      ]),
      implementedIn,
      why: 'The paper’s own figures do not give 62 % either. A loan that a stream uses up in a tenth of a second and repays in one helps it a little. The order credit, loan, always holds under the reading that was chosen, not under the other: see the last rows.',
    },
  ]
}

/** Jain's indices that differ by less than this count as equal. */
const fairnessGiven = 0.02

/** The range of the shares of twelve equal domains, relative to the smallest. */
function spread({ dom1, least, most }: SimulatedDom1['shares']): number {
  return Math.max(dom1, most) / Math.min(dom1, least) - 1
}

function shareRows({ credit, loan, always }: Policies): ReproductionRow[] {
  const row = (
    where: string,
    published: string,
    { stream: { shares, fairness } }: Variant,
    claim: Claim,
  ): ReproductionRow => ({
    where,
    published,
    implementedIn,
    ours: `dom1 ${percent(shares.dom1)}, the others ${percent(shares.least)} to ${percent(shares.most)} of a pCPU; Jain ${fairness.toFixed(4)}`,
    ...judge([claim, { says: 'the curve itself, which the text at hand has not', holds: null }]),
    why: 'CPU of the twelve while dom1 receives the stream; fairness is Jain’s index over their shares, equal by weight.',
  })
  const isFair = ({ stream }: Variant) => stream.fairness > credit.stream.fairness - fairnessGiven
  const { dom1, most } = always.stream.shares
  return [
    row('fig 7, credit', 'equal shares', credit, {
      says: 'shares within 10 % of each other',
      holds: spread(credit.stream.shares) < 0.1,
    }),
    row('fig 8, loan / redemption', 'nearly as equal as with credit', loan, {
      says: `Jain within ${fairnessGiven} of credit’s`,
      holds: isFair(loan),
    }),
    row('fig 9, unconditional boost', 'dom1 far above the others', always, {
      says: 'dom1 above twice the others',
      holds: dom1 > 2 * most,
    }),
    {
      where: 'claim: fair like credit',
      published: 'similar CPU shares, unlike with unconditional boost',
      ours: `Jain ${credit.stream.fairness.toFixed(4)}, ${loan.stream.fairness.toFixed(4)}, ${always.stream.fairness.toFixed(4)} for credit, loan, always`,
      ...judge([
        { says: `loan within ${fairnessGiven} of credit`, holds: isFair(loan) },
        { says: 'always below that', holds: !isFair(always) },
      ]),
      implementedIn: `${implementedIn}, packages/simulator/src/lab/fairness.ts`,
      why: 'What is lent is paid back out of the domain’s own credits.',
    },
  ]
}

function table7Rows([io, both]: readonly Table7[]): ReproductionRow[] {
  const shown = ({ creditsLent, cm }: Table7) =>
    creditsLent === null || cm === null
      ? 'no loan'
      : `${significant(creditsLent)} credits, cm ${significant(cm)}`
  return [
    {
      where: 'table 7, stress -i 1',
      published: 'credit_boost 600, cm 5',
      ours: shown(io!),
      ...judge([near(io!.creditsLent, 600, 'credit_boost'), near(io!.cm, 5, 'cm')]),
      implementedIn: 'bench/reproduce/paper1/runs.ts',
      why: 'Four domains that each need half a pCPU wake with credit left, and Xen boosts them by itself: by our reading no event is delayed. The paper seems to charge those boosts too.',
    },
    {
      where: 'table 7, stress -c 1 -i 1',
      published: 'credit_boost 375, cm 9.2',
      ours: shown(both!),
      ...judge([near(both!.creditsLent, 375, 'credit_boost'), near(both!.cm, 9.2, 'cm')]),
      implementedIn: 'bench/reproduce/paper1/runs.ts',
      why: 'Boosted again and again it has a pCPU for most of the loan. How much depends on the disk, whose times are ours.',
    },
  ]
}

/** Questions that the paper leaves to future work. */
function beyond(variants: readonly Variant[], sweep: readonly SweptPoint[]): ReproductionRow[] {
  const stock = variants.filter(({ id, stockXen }) => stockXen && id !== 'credit')
  return [
    {
      where: 'future work: credit line and repayment share',
      published: 'fixed at 1000 and 20 %; tuning them is left open',
      ours: sweep
        .map(
          ({ creditLine, repaymentShare, meanMs, mbitPerSecond, fairness }) =>
            `${creditLine}, ${percent(repaymentShare)}: ${significant(meanMs)} ms, ${significant(mbitPerSecond)} Mbit/s, Jain ${fairness.toFixed(4)}`,
        )
        .join('; '),
      ...notApplicable('future work'),
      implementedIn,
      why: 'The faster it is repaid the sooner the next pings are boosted. Larger loans take longer to repay and leave more pings in a row without a boost.',
    },
    {
      where: 'claim: credit cannot help active vCPUs',
      published: 'so the policy changes Xen',
      ours: stock
        .map(
          ({ label, pings, stream }) =>
            `${label}: ${significant(pings.meanMs)} ms, ${significant(stream.mbitPerSecond)} Mbit/s, Jain ${stream.fairness.toFixed(3)}`,
        )
        .join('; '),
      ...notApplicable('the paper compares its policy with credit alone'),
      implementedIn,
      why: 'What a released Xen can do on the same host. Weights, caps and pins buy time with others’ shares; shorter slices and credit2 do not.',
    },
  ]
}
