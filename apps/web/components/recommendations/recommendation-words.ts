import type { HostRecommendation, OutcomeState, RecommendationState } from '@steelyard/contract'
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Eye,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { Tone } from '../ui/badge.tsx'

interface Look {
  tone: Tone
  icon: LucideIcon
  word: string
}

/** States differ by word and icon, and only then by colour. */
export const recommendationLooks: Record<RecommendationState, Look> = {
  analysing: { tone: 'neutral', icon: LoaderCircle, word: 'Analysing' },
  planning: { tone: 'neutral', icon: LoaderCircle, word: 'Reading the host' },
  open: { tone: 'warn', icon: Hourglass, word: 'Waits for a person' },
  approved: { tone: 'accent', icon: CircleCheck, word: 'Approved, not applied yet' },
  applying: { tone: 'accent', icon: LoaderCircle, word: 'Applying' },
  applied: { tone: 'accent', icon: Eye, word: 'Outcome is being observed' },
  'rolling-back': { tone: 'warn', icon: LoaderCircle, word: 'Rolling back' },
  confirmed: { tone: 'ok', icon: CircleCheck, word: 'Confirmed' },
  'not-confirmed': { tone: 'warn', icon: CircleHelp, word: 'Not confirmed' },
  worse: { tone: 'danger', icon: TriangleAlert, word: 'Worse: roll it back?' },
  'rolled-back': { tone: 'warn', icon: Undo2, word: 'Rolled back' },
  'nothing-to-gain': { tone: 'neutral', icon: CircleDashed, word: 'Nothing to gain' },
  rejected: { tone: 'neutral', icon: CircleX, word: 'Rejected' },
  expired: { tone: 'neutral', icon: Hourglass, word: 'Expired' },
  superseded: { tone: 'neutral', icon: Ban, word: 'Superseded' },
  'dry-run': { tone: 'neutral', icon: CircleDashed, word: 'Dry run' },
  failed: { tone: 'danger', icon: CircleX, word: 'Failed' },
}

export const outcomeLooks: Record<OutcomeState, Look> = {
  confirmed: { tone: 'ok', icon: CircleCheck, word: 'Confirmed' },
  'not-confirmed': { tone: 'warn', icon: CircleHelp, word: 'Not confirmed' },
  worse: { tone: 'danger', icon: TriangleAlert, word: 'Worse' },
  unknown: { tone: 'neutral', icon: CircleDashed, word: 'Unknown' },
}

/** `Give vm1 more and vm2 less`, or what there is instead of a change. */
export function headlineOf({ changes, state }: Pick<HostRecommendation, 'changes' | 'state'>) {
  const names = (wanted: (before: number, after: number) => boolean) =>
    changes
      .filter(({ weightBefore, weightAfter }) => wanted(weightBefore, weightAfter))
      .map(({ domain }) => domain)
  const more = names((before, after) => after > before)
  const less = names((before, after) => after < before)
  const list = new Intl.ListFormat('en')
  const parts = [
    ...(more.length > 0 ? [`give ${list.format(more)} more`] : []),
    ...(less.length > 0 ? [`${more.length > 0 ? '' : 'give '}${list.format(less)} less`] : []),
  ]
  if (parts.length === 0) return state === 'analysing' ? 'Looking for better weights' : 'No change'
  const words = list.format(parts)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
