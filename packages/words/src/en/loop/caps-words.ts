import { formatChosenPercent, formatList } from '@steelyard/contract/format'
import type { CapChange, CapsByDomain, CapsSituation, CapsStep, Hindrance } from '@steelyard/loop'
import type { CapsReason } from '../../saying.ts'
import { hindranceWords } from './hindrance-words.ts'

/**
 * What the caps monitor of a host does now, and why.
 * @param hasFailed whether the last change failed and is only tried again later
 */
export function capsStatement(
  situation: CapsSituation,
  step: CapsStep,
  hasFailed: boolean,
): string {
  if (situation.mode === 'off') return `The caps monitor is off. ${leftWords(situation)}`.trim()
  if (situation.notSampled)
    return `${capsHindranceWords(situation.notSampled)} The caps stay as they are.`
  const why = whyWords({ active: situation.active, beyond: step.wanted.beyond })
  if (step.do === 'change' && hasFailed) {
    return `${why} Caps should be set: ${changeWords(step.changes)}. The last try failed, and the next follows within minutes.`
  }
  if (step.do === 'change') return `${why} The caps are being set: ${changeWords(step.changes)}.`
  if (step.do === 'would-change') {
    return `${why} Caps would be set: ${changeWords(step.changes)}. It is a dry run.`
  }
  if (step.because) {
    return `${why} Caps should be set: ${changeWords(step.wanted.changes)}. ${capsHindranceWords(step.because)}`
  }
  return situation.active.length > 0
    ? `${why} ${capsWords(situation.inForce, Object.keys(step.wanted.wanted))}.`
    : `${why} The others have the caps that they had.`
}

/** Which real-time domains are at work, and which bound keeps the caps above what they leave. */
export function whyWords({ active, beyond }: CapsReason): string {
  if (active.length === 0) return 'No real-time guest is at work.'
  const work = `${formatList([...active])} ${active.length === 1 ? 'is' : 'are'} at work.`
  return [work, ...beyond.map(beyondWords)].join(' ')
}

/** Where the values of a plan come from that sets caps. */
export function capsOriginWords(reason: CapsReason): string {
  return `Caps that follow the load: ${whyWords(reason)}`
}

function beyondWords({ domain, leftPercent, capPercent }: CapsReason['beyond'][number]): string {
  return `The least cap of ${domain} is ${formatChosenPercent(capPercent)}, though only ${formatChosenPercent(leftPercent)} is left to it, so deadlines may be missed.`
}

/** `vm1 no cap → 30 %, vm2 40 % → 30 %` */
export function changeWords(changes: readonly CapChange[]): string {
  return changes
    .map(({ domain, from, to }) => `${domain} ${capWord(from)} → ${capWord(to)}`)
    .join(', ')
}

/** Why caps are not set now, in a sentence that stands by itself. */
export function capsHindranceWords(because: Hindrance): string {
  switch (because.code) {
    case 'not-observed':
      return because.problem
        ? `The host cannot be sampled: ${because.problem}`
        : 'The host has not been sampled lately.'
    case 'no-grant':
      return 'No grant for caps holds on this host, so they stay as they are.'
    case 'beyond-grant':
      return `The cap of ${formatList([...because.domains])} would go beyond the grant, so nothing is set.`
    case 'second-person-needed':
      return 'A rule asks for a second person on this host, who cannot be asked within seconds, so nothing is set.'
    default:
      return hindranceWords(because)
  }
}

/** What a monitor that is off has left behind. */
function leftWords({ before, inForce }: CapsSituation): string {
  if (before === null) return ''
  const words = Object.entries(before).map(
    ([domain, cap]) => `${domain} ${capWord(inForce[domain] ?? 0)}, before ${capWord(cap)}`,
  )
  return `Caps that it set are still in force: ${words.join('; ')}.`
}

function capsWords(caps: CapsByDomain, domains: readonly string[]): string {
  return `In force: ${domains.map((domain) => `${domain} ${capWord(caps[domain] ?? 0)}`).join(', ')}`
}

const capWord = (percent: number) => (percent === 0 ? 'no cap' : formatChosenPercent(percent))
