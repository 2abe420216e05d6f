import { percent, significant } from '../figures.ts'
import { type Claim, judge, near } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import type { SimulatedDom1 } from './runs.ts'

const paper = {
  meanMs: { credit: 37.2, loan: 23 },
  withinTenMs: { credit: 0.35, loan: 0.58 },
  withinTwentyMs: { credit: 0.41, loan: 0.7 },
  mbit: { credit: 30.9, loan: 34.1, loanAgain: 37.1, always: 86.2 },
}

/** How one policy treated dom1 while it was pinged, and while it received a stream. */
export interface Treated {
  pings: Pick<SimulatedDom1, 'meanMs' | 'halfWidthMs' | 'withinTenMs' | 'withinTwentyMs'>
  stream: Pick<SimulatedDom1, 'mbitPerSecond' | 'shares' | 'fairness'>
}

export type Policies = Record<'credit' | 'loan' | 'always', Treated>

/** Where the figures are from, and why they are not the paper's. */
export interface Source {
  /** Ends the name of each row. */
  where: string
  implementedIn: string
  why: Record<
    'credit' | 'loan' | 'faster' | 'within' | 'bandwidth' | 'moreBandwidth' | 'shares' | 'fair',
    string
  >
}

/** Table 6 and figures 5 to 9. */
export function policyRows(policies: Policies, source: Source): ReproductionRow[] {
  const rows = [
    ...responseRows(policies, source),
    ...bandwidthRows(policies, source),
    ...shareRows(policies, source),
  ]
  const { where, implementedIn } = source
  return rows.map((row) => ({ ...row, where: `${row.where}${where}`, implementedIn }))
}

type Row = Omit<ReproductionRow, 'implementedIn'>

const milliseconds = ({ meanMs, halfWidthMs }: Treated['pings']) =>
  `${significant(meanMs)} ± ${significant(halfWidthMs)} ms`

function responseRows({ credit, loan, always }: Policies, { why }: Source): Row[] {
  const [before, after] = [credit.pings, loan.pings]
  const cdf = (where: string, part: 'withinTenMs' | 'withinTwentyMs'): Row => ({
    where,
    published: `${percent(paper[part].credit)} to ${percent(paper[part].loan)}`,
    ours: `${percent(before[part])} to ${percent(after[part])}`,
    ...judge([
      { says: 'more by loan than by credit', holds: after[part] > before[part] },
      near(before[part], paper[part].credit, 'credit'),
      near(after[part], paper[part].loan, 'loan'),
    ]),
    why: why.within,
  })
  return [
    {
      where: 'table 6, credit',
      published: `mean ${paper.meanMs.credit} ms`,
      ours: milliseconds(before),
      ...judge([near(before.meanMs, paper.meanMs.credit)]),
      why: why.credit,
    },
    {
      where: 'table 6, loan / redemption',
      published: `mean ${paper.meanMs.loan} ms`,
      ours: milliseconds(after),
      ...judge([near(after.meanMs, paper.meanMs.loan)]),
      why: why.loan,
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
      why: why.faster,
    },
    cdf('fig 5, up to 10 ms', 'withinTenMs'),
    cdf('fig 5, up to 20 ms', 'withinTwentyMs'),
  ]
}

function bandwidthRows({ credit, loan, always }: Policies, { why }: Source): Row[] {
  const row = (where: string, published: number, { stream }: Treated): Row => ({
    where,
    published: `${published} Mbit/s`,
    ours: `${significant(stream.mbitPerSecond)} Mbit/s`,
    ...judge([near(stream.mbitPerSecond, published)]),
    why: why.bandwidth,
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
      why: why.moreBandwidth,
    },
  ]
}

/** Jain's indices that differ by less than this count as equal. */
const fairnessGiven = 0.02

/** The range of the shares of twelve equal domains, relative to the smallest. */
function spread({ dom1, least, most }: Treated['stream']['shares']): number {
  return Math.max(dom1, most) / Math.min(dom1, least) - 1
}

function shareRows({ credit, loan, always }: Policies, { why }: Source): Row[] {
  const row = (
    where: string,
    published: string,
    { stream: { shares, fairness } }: Treated,
    claim: Claim,
  ): Row => ({
    where,
    published,
    ours: `dom1 ${percent(shares.dom1)}, the others ${percent(shares.least)} to ${percent(shares.most)} of a pCPU; Jain ${fairness.toFixed(4)}`,
    ...judge([claim, { says: 'the curve itself, which the text at hand has not', holds: null }]),
    why: why.shares,
  })
  const isFair = ({ stream }: Treated) => stream.fairness > credit.stream.fairness - fairnessGiven
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
      why: why.fair,
    },
  ]
}
