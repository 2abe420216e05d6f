import { SAME_SHARE } from '../change/share-change.ts'
import type { JudgedOutcome } from '../outcome/judge-outcome.ts'
import { type HostMinute, MINUTE_SECONDS, type WeighedHost } from './host-minute.ts'
import { type ComparedMinutes, isMoreLoad } from './more-load.ts'
import type { Relief } from './relief.ts'

/** What is farther above its target by this factor, at no more load, has become worse. */
const WORSE = 1.5
/** So has whoever was not meant to pay and got less: there is no other cause to wait for. */
const WORSE_WITH_LESS = 1.1
/** Who answers less than this part of what it answered before hardly answers any more. */
const HARDLY_ANSWERS = 0.25
/** The pCPUs used, as a part of all: from here on a guest has no CPU but its share. */
const FULL = 0.9
/** The middle of so many minutes counts, so that no single one decides. */
export const JUDGED_MINUTES = 3

/**
 * What came of a change that relieved a missed target, by the facts alone: the worst time over target
 * now, against the one for which weights were changed. More load excuses more. A guest that hardly
 * answers any more has no time that could be measured, and is the worst that can come of a change.
 * @param minutes those before the change, and those since it has settled, the newest last
 */
export function judgeRelief(
  host: WeighedHost,
  relief: Pick<Relief, 'worstBefore' | 'payers' | 'changes'>,
  minutes: ComparedMinutes,
): JudgedOutcome {
  const starved = starvedBy(host, relief, minutes)
  if (starved.length > 0) return { state: 'worse', domains: starved }
  const middle = middleWorst(host, minutes.since)
  if (!middle?.isWhole) return { state: 'unknown', domains: [] }
  const { ratio, domain } = middle
  if (ratio < 1) return { state: 'confirmed', domains: [] }
  const { worstBefore } = relief
  const worse = isWronged(host, relief, domain) ? WORSE_WITH_LESS : WORSE
  if (ratio > worse * Math.max(1, worstBefore) && !isMoreLoad(host, minutes)) {
    return { state: 'worse', domains: [domain] }
  }
  return ratio < worstBefore
    ? { state: 'confirmed', domains: [] }
    : { state: 'not-confirmed', domains: [domain] }
}

/**
 * The guests with a target that got less, though they were not meant to pay, and hardly answer any more
 * on a full host. Where the load has gone instead, the host is not full.
 */
function starvedBy(
  host: WeighedHost,
  relief: Pick<Relief, 'payers' | 'changes'>,
  { before, since }: ComparedMinutes,
): string[] {
  const judged = since.slice(-JUDGED_MINUTES)
  if (judged.length < JUDGED_MINUTES || !isFull(host, judged)) return []
  return host.domains.flatMap(({ domain, targetSeconds }) =>
    targetSeconds !== null &&
    isWronged(host, relief, domain) &&
    requestsIn(judged, domain) < HARDLY_ANSWERS * requestsIn(before, domain)
      ? [domain]
      : [],
  )
}

function isFull({ pCpus }: WeighedHost, minutes: readonly HostMinute[]): boolean {
  const used = minutes.reduce(
    (sum, { domain0CpuSeconds, domains }) =>
      sum + (domain0CpuSeconds ?? 0) + domains.reduce((all, { cpuSeconds }) => all + cpuSeconds, 0),
    0,
  )
  return used >= FULL * pCpus * minutes.length * MINUTE_SECONDS
}

/** A minute. */
function requestsIn(minutes: readonly HostMinute[], name: string): number {
  const all = minutes.flatMap(({ domains }) => domains.filter(({ domain }) => domain === name))
  return all.reduce((sum, { requests }) => sum + requests, 0) / Math.max(1, minutes.length)
}

/** Whether it got less without being meant to pay: by the weights in force, whatever was meant. */
function isWronged(
  { domains }: WeighedHost,
  { payers, changes }: Pick<Relief, 'payers' | 'changes'>,
  domain: string,
): boolean {
  if (payers.includes(domain)) return false
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
