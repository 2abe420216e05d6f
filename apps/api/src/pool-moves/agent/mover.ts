import type { KeptWeight } from '@steelyard/xapi'
import type { FoundGuest, FoundRefusals, MoveFound, WeightBefore } from '../stored-move.ts'

/** One way to move one guest, through XAPI or with xl: what the agent asks of it. */
export interface Mover {
  /** Whom it asks, for whoever waits. */
  asks: string
  /** Why it would not move the guest now, and with which weight the guest runs. Nothing changes. */
  check(): Promise<MoveFound>
  /** The weight right before the move; null where nobody says. */
  readWeight(): Promise<WeightBefore | null>
  /** Moves the guest and finds out where it is. */
  move(
    onShare: (share: number) => void,
  ): Promise<({ outcome: 'refused' } & FoundRefusals) | ({ outcome: 'begun' } & FoundGuest)>
  /** Only looks where the guest is. */
  find(): Promise<FoundGuest>
  /** Sees to it that the guest has the weight that it had before. */
  keepWeight(before: WeightBefore, where: 'here' | 'there'): Promise<KeptWeight>
}
