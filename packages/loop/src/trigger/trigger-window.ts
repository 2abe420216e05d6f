/** One domain's requests in one window, against the target that was in force then. */
export interface TriggerWindow {
  startEpochSeconds: number
  seconds: number
  /** The statistic of the response times that the target is about. Null for a gap or no requests. */
  valueSeconds: number | null
  targetSeconds: number
}

/** A window with its value. */
export type KnownWindow = TriggerWindow & { valueSeconds: number }

export function isKnown<W extends TriggerWindow>(window: W): window is W & KnownWindow {
  return window.valueSeconds !== null
}

export function endOf({ startEpochSeconds, seconds }: TriggerWindow): number {
  return startEpochSeconds + seconds
}

/** As in eq (5): a time exactly at the target leaves no reserve and counts as missed. */
export function misses(valueSeconds: number, targetSeconds: number): boolean {
  return valueSeconds >= targetSeconds
}

/** Whether the target is kept with something to spare; `margin` is a fraction of the target. */
export function keepsWithMargin(
  valueSeconds: number,
  targetSeconds: number,
  margin: number,
): boolean {
  return valueSeconds < targetSeconds * (1 - margin)
}
