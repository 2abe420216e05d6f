import type { RealTimeAssessment, RealTimeSet } from '@steelyard/contract'
import {
  ModelInputError,
  type RealTimeCaps,
  type RealTimeHost,
  type RealTimeVerdict,
  realTimeCaps,
  schedulability,
} from '@steelyard/model'
import { words } from '@steelyard/words'
import { invalid } from '../errors.ts'
import { secondsOf } from '../milliseconds.ts'

/**
 * Assesses whether the real-time domains fit, how much is left for the others, and which parameters
 * RTDS would get. Reads and stores nothing.
 * @throws AppError `invalid` when the set makes no sense
 */
export function assessRealTime(set: RealTimeSet): RealTimeAssessment {
  const host = hostOf(set)
  try {
    const { schedulable, verdict, utilisation, globalEdf, pCpus, pool, remarks, ...alone } =
      schedulability(host)
    const { reservations } = pool ?? alone
    const caps = capsOf(host, verdict)
    const known = 'hindrance' in caps ? null : caps
    return {
      schedulable,
      statement: words.lab.realTimeVerdict(verdict),
      utilisation,
      globalEdf,
      remarks: [
        ...remarks.map(words.lab.realTimeRemark),
        words.lab.allowance(set.allowancePercent),
      ],
      pCpus: pCpus.map((each) => ({
        ...each,
        others: known?.pCpus.find(({ pCpu }) => pCpu === each.pCpu)?.others ?? [],
      })),
      caps: known ? known.caps.map(({ name, ...cap }) => ({ domain: name, ...cap })) : null,
      hindrance: 'hindrance' in caps ? caps.hindrance : null,
      reservations: reservations.map(({ name, ...advice }) => ({ domain: name, ...advice })),
      poolPCpus: pool?.pCpus ?? null,
    }
  } catch (error) {
    if (error instanceof ModelInputError) throw invalid('body', error.message)
    throw error
  }
}

/** Converts the set to seconds, as the packages take it, with the allowance in each execution time. */
export function hostOf(set: RealTimeSet): RealTimeHost {
  const { pCpus, realTime, others, share, allowancePercent } = set
  return {
    pCpus,
    share,
    others: others.map(({ name, weight, vCpus }) => ({ name, weight, vCpus: vCpus ?? 1 })),
    realTime: realTime.map(({ name, periodMs, executionMs, pCpu, vCpus }) => ({
      name,
      periodSeconds: secondsOf(periodMs),
      executionSeconds: secondsOf(executionMs) * (1 + allowancePercent / 100),
      vCpus: vCpus ?? 1,
      ...(pCpu === undefined ? {} : { pCpu }),
    })),
  }
}

/** A set that does not fit, or leaves too little, is an answer too. */
function capsOf(
  host: RealTimeHost,
  verdict: RealTimeVerdict,
): RealTimeCaps | { hindrance: string } {
  try {
    return realTimeCaps(host)
  } catch (error) {
    if (error instanceof ModelInputError && error.code === 'infeasible') {
      return {
        hindrance: verdict.code === 'fits' ? error.message : words.lab.realTimeVerdict(verdict),
      }
    }
    throw error
  }
}
