import type { Verdict } from './decision.ts'

/** A verdict that a paper prints beside the two sums that should have led to it. */
export interface PublishedVerdict {
  source: string
  sumPeakResponseTimeSeconds: number
  sumTargetResponseTimeSeconds: number
  verdict: Exclude<Verdict, 'ok'>
}

/** Erratum E0.1: "27.4 ms" is called smaller than "26 ms". */
export const table3Interval5Verdict: PublishedVerdict = {
  source: 'Paper 0, Table 3, interval 5',
  sumPeakResponseTimeSeconds: 0.0274,
  sumTargetResponseTimeSeconds: 0.026,
  verdict: 'reweight',
}

/** Eq (6) applied to the printed sums, and whether the printed verdict follows. */
export function checkPublishedVerdict(claim: PublishedVerdict): {
  computed: Verdict
  contradicts: boolean
} {
  const computed =
    claim.sumPeakResponseTimeSeconds > claim.sumTargetResponseTimeSeconds ? 'migrate' : 'reweight'
  return { computed, contradicts: computed !== claim.verdict }
}
