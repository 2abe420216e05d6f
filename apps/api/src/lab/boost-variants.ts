import type { LabQuestion, LabVariant as PlayedVariant } from '@steelyard/contract'
import {
  bandwidthMbitPerSecond,
  boostLab,
  type LabVariant,
  PAPER1_MEASURED,
  paper1Host,
  type TwinConfig,
  type TwinSummary,
} from '@steelyard/simulator'
import type { Db } from '../db.ts'
import type { LabSetUp, SweepConfig } from './lab-set-up.ts'
import { analysedHost } from './played-host.ts'

type BoostQuestion = Extract<LabQuestion, { kind: 'boost' }>

/** The paper's client sends a packet a second: so long for some hundred of them in each run. */
const PAPER_SECONDS = 300
/** Around the paper's 1,000 credits and 20 %. */
const CREDIT_LINES = [250, 500, 1000, 2000, 4000]
const REPAYMENT_SHARES = [0.1, 0.2, 0.4, 0.8]

/**
 * The policies of paper 1 and what stock Xen can do instead, on the asked host; with the sweep the loans
 * around the paper's. For the paper's own host its stream too, which it measured apart.
 * @throws AppError as `analysedHost` does
 * @throws TwinError
 */
export async function boostVariants(
  db: Db,
  { host, creditLine, repaymentShare, sweep }: BoostQuestion,
): Promise<Pick<LabSetUp, 'variants' | 'sweep' | 'streams' | 'notes'> & { seconds: number }> {
  const isPaper = 'preset' in host
  const { config, ...played } = isPaper
    ? { config: paper1Host(), seconds: PAPER_SECONDS, notes: [] }
    : await analysedHost(db, host.analysisId)
  const loan = { creditLine, repaymentShare }
  const variants = boostLab(config, loan)
  const streams = isPaper ? boostLab(paper1Host('bandwidth'), loan) : []
  return {
    ...played,
    variants,
    sweep: sweep ? loansOf(config, isPaper ? paper1Host('bandwidth') : null) : [],
    streams: streams.length > 0 ? variants.map(({ id }) => configOf(streams, id)) : [],
  }
}

function loansOf(host: TwinConfig, stream: TwinConfig | null): SweepConfig[] {
  const lent = (to: TwinConfig, loan: { creditLine: number; repaymentShare: number }) =>
    configOf(boostLab(to, loan), 'loan-redemption')
  return CREDIT_LINES.flatMap((creditLine) =>
    REPAYMENT_SHARES.map((repaymentShare) => {
      const loan = { creditLine, repaymentShare }
      return { ...loan, config: lent(host, loan), stream: stream && lent(stream, loan) }
    }),
  )
}

function configOf(variants: readonly LabVariant[], wanted: string): TwinConfig {
  return variants.find(({ id }) => id === wanted)!.config
}

/** What the measured domain of the paper's host takes of a stream. */
export function bandwidthOf(
  { domains }: Pick<TwinSummary, 'domains'>,
  seconds: number,
): PlayedVariant['bandwidth'] {
  const answered = domains.find(({ name }) => name === PAPER1_MEASURED)?.requests?.answered.mean
  if (answered === undefined) return null
  return {
    domain: PAPER1_MEASURED,
    mbitPerSecond: bandwidthMbitPerSecond(answered / seconds),
  }
}
