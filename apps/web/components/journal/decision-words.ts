import type { LoopDecision } from '@steelyard/contract'
import type { Tone } from '../ui/badge.tsx'

interface Look {
  group: 'Hotspots' | 'Recommendations' | 'Changes' | 'Outcomes' | 'Caps' | 'The loop'
  word: string
  tone: Tone
}

/** How the journal names each decision; most lines are quiet, so that the others are seen. */
export const decisionLooks: Record<LoopDecision, Look> = {
  'hotspot-opened': { group: 'Hotspots', word: 'Hotspot', tone: 'warn' },
  'hotspot-closed': { group: 'Hotspots', word: 'Hotspot over', tone: 'ok' },
  'nothing-done': { group: 'The loop', word: 'Nothing done', tone: 'neutral' },
  'move-needed': { group: 'Hotspots', word: 'Move needed', tone: 'danger' },
  'relief-planned': { group: 'Recommendations', word: 'Relief', tone: 'accent' },
  'analysis-started': { group: 'Recommendations', word: 'Analysis', tone: 'neutral' },
  'nothing-to-gain': { group: 'Recommendations', word: 'Nothing to gain', tone: 'neutral' },
  recommended: { group: 'Recommendations', word: 'Recommended', tone: 'accent' },
  'would-apply': { group: 'Recommendations', word: 'Would apply', tone: 'accent' },
  waits: { group: 'Recommendations', word: 'Waits', tone: 'neutral' },
  approved: { group: 'Recommendations', word: 'Approved', tone: 'accent' },
  rejected: { group: 'Recommendations', word: 'Rejected', tone: 'neutral' },
  expired: { group: 'Recommendations', word: 'Expired', tone: 'neutral' },
  superseded: { group: 'Recommendations', word: 'Superseded', tone: 'neutral' },
  applied: { group: 'Changes', word: 'Applied', tone: 'accent' },
  'not-applied': { group: 'Changes', word: 'Not applied', tone: 'danger' },
  'guest-moved': { group: 'Changes', word: 'Guest moved', tone: 'accent' },
  'rolled-back': { group: 'Changes', word: 'Rolled back', tone: 'warn' },
  'asks-to-roll-back': { group: 'Changes', word: 'Roll it back?', tone: 'danger' },
  'outcome-confirmed': { group: 'Outcomes', word: 'Confirmed', tone: 'ok' },
  'outcome-not-confirmed': { group: 'Outcomes', word: 'Not confirmed', tone: 'warn' },
  'outcome-worse': { group: 'Outcomes', word: 'Worse', tone: 'danger' },
  'outcome-unknown': { group: 'Outcomes', word: 'Unknown', tone: 'neutral' },
  'caps-changed': { group: 'Caps', word: 'Caps set', tone: 'accent' },
  'caps-not-changed': { group: 'Caps', word: 'Caps not set', tone: 'danger' },
  'caps-would-change': { group: 'Caps', word: 'Would set caps', tone: 'accent' },
  'caps-wait': { group: 'Caps', word: 'Caps wait', tone: 'neutral' },
  stopped: { group: 'The loop', word: 'Stopped', tone: 'warn' },
  resumed: { group: 'The loop', word: 'Resumed', tone: 'ok' },
}
