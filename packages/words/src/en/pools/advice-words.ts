import { formatList, formatNumber, formatWholePercent } from '@steelyard/contract/format'
import type { HostAdvice } from '../../host-advice.ts'

/** What a pool needs, as the first thing that is said. */
export const ADVICE_WORDS = {
  undecided: 'Nothing was decided about this pool yet, or not of late.',
  unseen:
    'No host of this pool is watched over SSH, so no response times are known here. Connect and watch its hosts to have moves advised.',
  calm: 'No guest misses its target. Nothing needs to move.',
  'weights-help':
    'Other weights would keep the targets, or bring them nearer. Nothing needs to move.',
  'bound-by-itself': 'No move helps: guests miss their targets because of their own vCPUs or caps.',
  waits: 'No weights keep the targets of a host. No move is advised yet.',
  move: 'No weights keep the targets of a host. The advised moves do.',
  'moves-in-part':
    'No weights keep the targets of a host. The advised moves help, but the pool lacks capacity.',
  'no-move-helps': 'Neither weights nor moves keep all targets: the pool lacks capacity.',
} as const

/** What there is to say of one host. */
export function hostAdviceWords(advice: HostAdvice): string {
  switch (advice.code) {
    case 'not-observed':
      return 'It is not observed well now. Its page says why.'
    case 'weights-help':
      return `${missed(advice.guests)} Its page says which weights help.`
    case 'bound-by-itself':
      return `${missed(advice.guests)} More vCPUs, a higher cap or less load would help, on any host.`
    case 'hot':
      return `${missed(advice.guests)} No weights keep the targets.`
    case 'waits':
      return `${missed(advice.guests)} No weights keep the targets. A move is advised if that lasts ${minutesOf(advice.seconds)} more.`
    case 'lacks':
      return `${missed(advice.guests)} No weights keep the targets. ${lacking(advice.pCpus)}`
  }
}

function lacking(pCpus: number | null): string {
  return pCpus === null
    ? 'Beyond what can move, it lacks capacity, and nothing says how much.'
    : `Beyond what can move, it lacks ${formatNumber(pCpus)} pCPUs.`
}

function missed(guests: readonly string[]): string {
  return guests.length === 0
    ? 'Guests miss their targets.'
    : `${formatList(guests)} ${guests.length === 1 ? 'misses its target' : 'miss their targets'}.`
}

function minutesOf(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** How good the moves are. */
export function movesProofWords({
  isOptimal,
  gap,
  judgeAgrees,
  hasMoves,
}: {
  isOptimal: boolean
  gap: number | null
  judgeAgrees: boolean
  hasMoves: boolean
}): string {
  if (!judgeAgrees) {
    return hasMoves
      ? 'The simulation objected to more moves than these.'
      : 'The simulation objected to every set of moves that was found.'
  }
  if (isOptimal) return 'No cheaper moves from these hosts do as much.'
  if (gap === null) return 'Cheaper moves may exist.'
  return `Other moves may cost up to ${formatWholePercent(gap)} less.`
}
