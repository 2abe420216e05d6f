import type { JudgedOutcome } from '../outcome/judge-outcome.ts'
import type { Relief } from '../relief/relief.ts'
import type { UnchangingRelief } from './situation.ts'

/** Why nothing is done, or not yet. */
export type Hindrance =
  | { code: 'no-hotspot' }
  | { code: 'policy-off' }
  | { code: 'stopped'; reason: string }
  | { code: 'not-observed'; problem: string | null }
  /** Too little was observed since the last gap or change of weights. */
  | { code: 'observed-too-briefly'; untilEpochSeconds: number }
  | { code: 'outside-windows' }
  | { code: 'blackout'; reason: string }
  | { code: 'cool-down'; untilEpochSeconds: number }
  | { code: 'analysed-lately'; untilEpochSeconds: number }
  | { code: 'under-way' }
  | { code: 'waits-for-person' }
  | { code: 'observing-outcome'; untilEpochSeconds: number }
  | { code: 'cannot-apply'; reason: string | null }
  | { code: 'second-person-needed' }
  | { code: 'no-grant' }
  | { code: 'beyond-grant'; domains: readonly string[] }
  | { code: 'new-kind'; kind: string }
  /** It would put back what was left within the last half hour. */
  | { code: 'back-again'; leftAtEpochSeconds: number }
  /** No weights bring these domains within reach of their targets. */
  | { code: 'move-needed'; domains: readonly string[] }
  /** A like change made things worse and was undone within the last hour. */
  | { code: 'undone-lately'; kind: string }
  /** Nobody can pay freely, and weights changed too lately for the model to be asked again. */
  | { code: 'model-waits'; untilEpochSeconds: number }
  /** The last relief changed nothing, and it is too early to ask again. */
  | { code: 'answered-lately'; how: UnchangingRelief['how']; untilEpochSeconds: number }
  /** The targets are kept again, or nearly, or the weights are as they should be. */
  | { code: 'no-relief-needed' }

/** What an analysis advises, and yet is not recommended. */
export type NotWorthIt =
  | { code: 'leave' }
  | { code: 'not-enough-evidence' }
  | { code: 'gain-too-small'; gain: number; leastGain: number }
  | { code: 'beyond-policy'; domains: readonly string[] }

/** What to do now. Each is done once and changes the situation, or does nothing and says why. */
export type Step =
  | { do: 'nothing'; because: Hindrance }
  /** Have a plan made that relieves the domains which miss their targets. */
  | { do: 'relieve'; relief: Relief }
  /** Where relief cannot see the load. */
  | { do: 'analyse'; fromEpochSeconds: number; toEpochSeconds: number }
  /** The analysis is done: no recommendation comes of it. */
  | { do: 'drop'; because: NotWorthIt }
  /** The analysis is done: have a plan made. */
  | { do: 'plan' }
  /** The plan is made: it waits for a person. */
  | { do: 'offer'; because: Hindrance | null }
  | { do: 'expire' }
  /** Nothing is written, but the journal says that it would have been. */
  | { do: 'would-apply' }
  /** `authority`: the person who approved it, or the grant. */
  | { do: 'apply'; authority: 'approval' | 'grant' }
  /** What came of a relief, which the observations alone say. */
  | { do: 'settle-outcome'; outcome: JudgedOutcome }
  /** What came of a change that an analysis advised, which its predictor is asked about. */
  | { do: 'judge-outcome'; fromEpochSeconds: number; toEpochSeconds: number }
  | { do: 'roll-back' }
