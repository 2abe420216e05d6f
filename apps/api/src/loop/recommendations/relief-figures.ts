import { missedMinutes, type Relief, type Situation, type WeighedHost } from '@steelyard/loop'
import type { ReliefFigures } from '@steelyard/words'
import { finite } from '../../milliseconds.ts'

/** What the words of a relief rest on. */
export function reliefFigures(
  { by, missing, payers, changes, worstExpected }: Relief,
  { domains }: WeighedHost,
  { minutes, policy }: Pick<Situation, 'minutes' | 'policy'>,
): ReliefFigures {
  const domainOf = (name: string) => domains.find(({ domain }) => domain === name)!
  return {
    by,
    missing,
    missed: missing.map((domain) => {
      const { considered, missed } = missedMinutes(domainOf(domain), minutes, policy)!
      const { valueSeconds, targetSeconds } = considered.at(-1)!
      return { domain, targetSeconds, valueSeconds, missed, minutes: considered.length }
    }),
    paying: payers.map((domain) => {
      const { targetSeconds, softTargetSeconds } = domainOf(domain)
      const { shareBefore, shareAfter } = changes.find((each) => each.domain === domain)!
      return { domain, targetSeconds, softTargetSeconds, shareBefore, shareAfter }
    }),
    targeted: domains.flatMap(({ domain, targetSeconds }) =>
      targetSeconds === null ? [] : [domain],
    ),
    worstExpected: finite(worstExpected),
  }
}
