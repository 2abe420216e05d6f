import {
  formatCounted,
  formatList,
  formatMs,
  formatShareOfWeights,
  formatTargetMs,
  formatTimes,
} from '@steelyard/contract/format'
import {
  type HostMinute,
  missedMinutes,
  type Relief,
  SAME_SHARE,
  type Situation,
  type WeighedDomain,
  type WeighedHost,
} from '@steelyard/loop'

/** Who missed what, who pays, and what is expected, in a sentence each. */
export function reliefWords(
  relief: Relief,
  host: WeighedHost,
  { minutes, policy }: Pick<Situation, 'minutes' | 'policy'>,
): string {
  return [
    ...relief.missing.map((name) => missedWords(domainOf(host, name), minutes, policy)),
    ...(relief.by === 'model'
      ? ['Nobody can pay for it, so the queueing formula divides the shares anew.']
      : []),
    ...relief.payers.map((name) => paysWords(domainOf(host, name), relief)),
    expectedWords(relief, host),
  ].join(' ')
}

function domainOf({ domains }: WeighedHost, name: string): WeighedDomain {
  return domains.find(({ domain }) => domain === name)!
}

function missedWords(
  domain: WeighedDomain,
  minutes: readonly HostMinute[],
  rule: Situation['policy'],
): string {
  const { considered, missed } = missedMinutes(domain, minutes, rule)!
  const { valueSeconds, targetSeconds } = considered.at(-1)!
  const last = formatCounted(considered.length, 'minute')
  return `${domain.domain} missed its target of ${formatTargetMs(targetSeconds * 1000)} in ${missed} of the last ${last} (${formatMs(valueSeconds * 1000)}, ${formatTimes(valueSeconds / targetSeconds)}).`
}

function paysWords(
  { domain, targetSeconds, softTargetSeconds: soft }: WeighedDomain,
  { changes }: Relief,
): string {
  const { shareBefore, shareAfter } = changes.find((each) => each.domain === domain)!
  const why =
    targetSeconds !== null
      ? 'has a target and gives some of its share'
      : soft !== null
        ? `has a soft target of ${formatTargetMs(soft * 1000)} and pays`
        : 'has no target and pays'
  const isSame = Math.abs(shareAfter - shareBefore) <= SAME_SHARE
  const moves = isSame
    ? `it keeps its share of ${formatShareOfWeights(shareBefore)}`
    : `its share goes from ${formatShareOfWeights(shareBefore)} to ${formatShareOfWeights(shareAfter)}`
  return `${domain} ${why}: ${moves}.`
}

function expectedWords({ worstExpected, missing }: Relief, { domains }: WeighedHost): string {
  const targeted = domains.filter(({ targetSeconds }) => targetSeconds !== null)
  if (!Number.isFinite(worstExpected)) {
    return `Even then the load of ${formatList(targeted.map(({ domain }) => domain))} does not fit its share.`
  }
  const who = targeted.length === 1 ? missing[0] : 'The farthest above its target'
  return `${who} is expected at ${formatTimes(worstExpected)} its target.`
}
