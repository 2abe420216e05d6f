import type { Application } from '@steelyard/contract'
import type { Tone } from '../ui/badge.tsx'

export interface ApplicationOutcome {
  title: string
  tone: 'ok' | 'warn' | 'danger'
}

/** How an application ended, as a headline; null while it is under way. */
export function applicationOutcome({
  kind,
  state,
  hostName,
}: Pick<Application, 'kind' | 'state' | 'hostName'>): ApplicationOutcome | null {
  const isRollBack = kind === 'roll-back'
  switch (state) {
    case 'verified':
      return isRollBack
        ? { tone: 'ok', title: `Rolled back: ${hostName} has its earlier values again` }
        : { tone: 'ok', title: `Applied to ${hostName} and verified` }
    case 'rolled-back':
      return {
        tone: 'warn',
        title: isRollBack
          ? 'The roll-back did not work out; what it changed was put back'
          : 'Not applied: every change was put back',
      }
    case 'failed':
      return {
        tone: 'danger',
        title: isRollBack ? 'The roll-back failed' : 'The application failed',
      }
    case 'confirmed':
    case 'applying':
      return null
  }
}

export const applicationStateLooks: Record<Application['state'], { tone: Tone; word: string }> = {
  confirmed: { tone: 'accent', word: 'Confirmed' },
  applying: { tone: 'accent', word: 'Applying' },
  verified: { tone: 'ok', word: 'Verified' },
  'rolled-back': { tone: 'warn', word: 'Rolled back' },
  failed: { tone: 'danger', word: 'Failed' },
}
