import {
  bandwidthMbitPerSecond,
  boostLab,
  type LabVariant,
  PAPER1_MEASURED,
  paper1Host,
  type TwinConfig,
  type TwinSummary,
} from '@steelyard/simulator'
import { baseTwinOf } from '../prediction/host-to-play.ts'
import type { BoostQuestion } from './lab-question.ts'
import type { SweepConfig, WantedLab } from './lab-set-up.ts'

/** The paper's client sends one packet a second, so each run has a few hundred. */
const PAPER_SECONDS = 300
/** A range around the paper's 1,000 credits and 20 %. */
const CREDIT_LINES = [250, 500, 1000, 2000, 4000]
const REPAYMENT_SHARES = [0.1, 0.2, 0.4, 0.8]

/**
 * The policies of paper 1 and the alternatives in stock Xen, on the requested host; a sweep adds
 * loans around the paper's. The paper's own host is also played with its stream, which the paper
 * measured separately.
 * @throws TwinError
 */
export function boostVariants({
  host,
  creditLine,
  repaymentShare,
  sweep,
}: BoostQuestion): WantedLab {
  const isPaper = host === 'paper1'
  const { config, ...base } = isPaper
    ? { config: paper1Host(), seconds: PAPER_SECONDS, assumptions: [] }
    : baseTwinOf(host)
  const loan = { creditLine, repaymentShare }
  const variants = boostLab(config, loan)
  const streams = isPaper ? boostLab(paper1Host('bandwidth'), loan) : []
  return {
    ...base,
    // Every variant has boosts of its own.
    assumptions: base.assumptions.filter(({ code }) => code !== 'host-boosts'),
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

/** Bandwidth of an incoming stream: a proxy, not a model of TCP. */
export interface Bandwidth {
  domain: string
  mbitPerSecond: number
}

/** Bandwidth at which the measured domain of the paper's host receives the stream. */
export function bandwidthOf(
  { domains }: Pick<TwinSummary, 'domains'>,
  seconds: number,
): Bandwidth | null {
  const answered = domains.find(({ name }) => name === PAPER1_MEASURED)?.requests?.answered.mean
  if (answered === undefined) return null
  return {
    domain: PAPER1_MEASURED,
    mbitPerSecond: bandwidthMbitPerSecond(answered / seconds),
  }
}
