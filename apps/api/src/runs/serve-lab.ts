import type { LabResult, LabVariant, Lever } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { effectOf } from './present/lever-effect.ts'
import type { StoredLab, StoredLever, StoredLevers } from './stored-lab.ts'
import { wholeMeanMs } from './whole-mean.ts'

/** Adds the verdicts to the values of a lab run. */
export function serveLab({ levers, ...result }: StoredLab): LabResult {
  const variants = result.variants.map(
    (variant): LabVariant => ({ ...variant, meanMs: wholeMeanMs(variant) }),
  )
  return {
    ...result,
    variants,
    verdict: words.runs.labVerdict(variants),
    levers: levers && {
      ...levers,
      ranked: levers.ranked.map((lever) => serveLever(lever, levers)),
      statement: words.runs.winner(levers, variants),
      leadStatement: words.runs.lead(levers, variants),
    },
  }
}

function serveLever(lever: StoredLever, levers: StoredLevers): Lever {
  return { ...lever, effect: effectOf(lever, levers) }
}
