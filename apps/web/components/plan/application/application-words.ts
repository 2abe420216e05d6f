import type { Application } from '@steelyard/contract'
import type { Tone } from '../../ui/badge.tsx'

export interface ApplicationOutcome {
  title: string
  tone: 'ok' | 'warn' | 'danger'
}

/** The outcome of an application as a headline. Null while it is running. */
export function applicationOutcome({
  kind,
  state,
  hostName,
}: Pick<Application, 'kind' | 'state' | 'hostName'>): ApplicationOutcome | null {
  if (state === 'confirmed' || state === 'applying') return null
  if (kind === 'roll-back') {
    return state === 'failed'
      ? { tone: 'danger', title: 'The roll-back failed' }
      : { tone: 'ok', title: `Rolled back: ${hostName} has its earlier values again` }
  }
  if (state === 'failed') return { tone: 'danger', title: 'The application failed' }
  return state === 'verified'
    ? { tone: 'ok', title: `Applied to ${hostName} and verified` }
    : { tone: 'warn', title: 'Not applied: every change was undone' }
}

const words: Record<Application['state'], string> = {
  confirmed: 'Confirmed',
  applying: 'Applying',
  verified: 'Verified',
  'rolled-back': 'Rolled back',
  failed: 'Failed',
}

/** The state as a badge shows it. For a roll-back, "rolled back" is the successful end. */
export function applicationState(application: Pick<Application, 'kind' | 'state' | 'hostName'>): {
  tone: Tone
  word: string
} {
  const tone = applicationOutcome(application)?.tone ?? 'accent'
  return { tone, word: words[application.state] }
}
