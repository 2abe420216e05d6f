import { blackout, outsideWindows, stopped } from '../decide/hindrances.ts'
import type { LoopPolicy } from '../decide/loop-policy.ts'
import type { Hindrance } from '../decide/step.ts'
import { beyondCapBounds, type CapBounds } from './beyond-cap-bounds.ts'
import { type CapChange, type CapsQuestion, type WantedCaps, wantedCaps } from './wanted-caps.ts'

/** All on which the caps monitor decides on a host. Times in seconds since 1970. */
export interface CapsSituation extends CapsQuestion {
  nowEpochSeconds: number
  mode: 'off' | 'dry-run' | 'automatic'
  /** That of the host, whose windows and blackouts hold for caps too. */
  policy: LoopPolicy
  /** The reason of the global stop. Null: not stopped. */
  stopped: string | null
  /** Why the newest sample does not tell what runs now. Null: it does. */
  notSampled: Extract<Hindrance, { code: 'not-observed' }> | null
  /** The bounds of the newest grant for caps that holds. */
  grant: { bounds: readonly CapBounds[] } | null
  /** Whether a rule asks for a second person, who cannot be had within seconds. */
  needsSecondPerson: boolean
}

export type CapsStep = { wanted: WantedCaps } & (
  | { do: 'nothing'; because: Hindrance | null }
  | { do: 'would-change'; changes: CapChange[] }
  | { do: 'change'; changes: CapChange[] }
)

/** What the caps monitor does on a host now, or why nothing. `because` is null if nothing is due. */
export function nextCapsStep(situation: CapsSituation): CapsStep {
  const wanted = wantedCaps(situation)
  const nothing = (because: Hindrance | null) => ({ do: 'nothing' as const, because, wanted })
  if (situation.mode === 'off') return nothing({ code: 'policy-off' })
  if (situation.notSampled) return nothing(situation.notSampled)
  const { changes } = wanted
  if (changes.length === 0) return nothing(null)
  if (situation.mode === 'dry-run') return { do: 'would-change', changes, wanted }
  const because = hindranceOf(situation, changes)
  return because ? nothing(because) : { do: 'change', changes, wanted }
}

function hindranceOf(situation: CapsSituation, changes: readonly CapChange[]): Hindrance | null {
  const { grant, before, active } = situation
  const isStopped = stopped(situation) ?? blackout(situation)
  if (isStopped) return isStopped
  // To give back restores what was, so the windows do not count, as for a roll-back.
  const outside = active.length > 0 ? outsideWindows(situation) : null
  if (outside) return outside
  if (grant === null) return { code: 'no-grant' }
  const domains = beyondCapBounds(grant.bounds, changes, before)
  if (domains.length > 0) return { code: 'beyond-grant', domains }
  return situation.needsSecondPerson ? { code: 'second-person-needed' } : null
}
