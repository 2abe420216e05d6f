import { SAME_SHARE } from '../change/share-change.ts'
import type { JudgedOutcome } from '../outcome/judge-outcome.ts'
import type { HostMinute, WeighedHost } from './host-minute.ts'
import { type ComparedMinutes, isMoreLoad } from './more-load.ts'
import type { Relief } from './relief.ts'

/** What is farther above its target by this factor, at no more load, has become worse. */
const WORSE = 1.5
/** So has whoever was not meant to pay and got less: there is no other cause to wait for. */
const WORSE_WITH_LESS = 1.1
/** The middle of so many minutes counts, so that no single one decides. */
export const JUDGED_MINUTES = 3

/**
 * What came of a change that relieved a missed target, by the facts alone: the worst time over target
 * now, against the one for which weights were changed. More load excuses more.
 * @param minutes those before the change, and those since it has settled, the newest last
 */
export function judgeRelief(
  host: WeighedHost,
  relief: Pick<Relief, 'worstBefore' | 'payers' | 'changes'>,
  minutes: ComparedMinutes,
): JudgedOutcome {
  const middle = middleWorst(host, minutes.since)
  if (!middle?.isWhole) return { state: 'unknown', domains: [] }
  const { ratio, domain } = middle
  if (ratio < 1) return { state: 'confirmed', domains: [] }
  const { worstBefore } = relief
  const isWronged = !relief.payers.includes(domain) && gotLess(host, relief, domain)
  const worse = isWronged ? WORSE_WITH_LESS : WORSE
  if (ratio > worse * Math.max(1, worstBefore) && !isMoreLoad(host, minutes)) {
    return { state: 'worse', domains: [domain] }
  }
  return ratio < worstBefore
    ? { state: 'confirmed', domains: [] }
    : { state: 'not-confirmed', domains: [domain] }
}

/** By the weights in force, whatever the change was meant to do. */
function gotLess(
  { domains }: WeighedHost,
  { changes }: Pick<Relief, 'changes'>,
  domain: string,
): boolean {
  const sum = domains.reduce((total, { weight }) => total + weight, 0)
  const weight = domains.find((each) => each.domain === domain)?.weight ?? 0
  const before = changes.find((change) => change.domain === domain)?.shareBefore ?? 0
  return weight / sum < before - SAME_SHARE
}

/**
 * The middle of the worst times over target of the newest minutes. Null where none was measured;
 * `isWhole` says whether all of them were.
 */
export function middleWorst(
  host: WeighedHost,
  minutes: readonly HostMinute[],
): { domain: string; ratio: number; isWhole: boolean } | null {
  const judged = minutes.slice(-JUDGED_MINUTES).map((minute) => worstIn(host, minute))
  const known = judged.filter((each) => each !== null).sort((one, other) => one.ratio - other.ratio)
  const middle = known[Math.floor(known.length / 2)]
  return middle ? { ...middle, isWhole: known.length === judged.length } : null
}

function worstIn({ domains }: WeighedHost, minute: HostMinute) {
  const ratios = domains.flatMap(({ domain, targetSeconds }) => {
    const value = minute.domains.find((each) => each.domain === domain)?.valueSeconds ?? null
    return targetSeconds === null || value === null
      ? []
      : [{ domain, ratio: value / targetSeconds }]
  })
  return ratios.sort((one, other) => other.ratio - one.ratio)[0] ?? null
}
