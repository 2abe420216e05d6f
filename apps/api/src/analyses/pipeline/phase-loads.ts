import type { HostLoad } from '@steelyard/model'
import type { Guest } from './guests.ts'
import { hostLoad } from './host-load.ts'
import { DOMAIN_0, type RecordedHost, type Span, type Window } from './recorded-host.ts'
import { weightsAt } from './weight-regimes.ts'
import { middleOf, windowsWithin } from './window-list.ts'

/** What estimators need to know of one phase. */
export interface PhaseLoad {
  span: Span
  /** Never empty. */
  windows: Window[]
  /** Of guests and Domain-0, as in force in the middle of the phase. */
  weights: Record<string, number>
  load: HostLoad
}

/** Phases without a window are left out. */
export function phaseLoads(
  host: RecordedHost,
  windows: readonly Window[],
  guests: readonly Guest[],
  phases: readonly Span[],
): PhaseLoad[] {
  const names = [...guests.map((guest) => guest.name), DOMAIN_0]
  return phases.flatMap((span) => {
    const inside = windowsWithin(windows, span.fromEpochSeconds, span.toEpochSeconds)
    if (inside.length === 0) return []
    const middle = middleOf(inside[Math.floor(inside.length / 2)]!)
    return {
      span,
      windows: inside,
      weights: weightsAt(host.regimes, middle, names),
      load: hostLoad(inside, guests, host.physicalCpus.count),
    }
  })
}
