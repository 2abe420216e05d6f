/** When a hotspot opens and closes. */
export interface TriggerRule {
  windowSeconds: number
  /** k: so many of the windows looked at must have missed the target. */
  missedWindows: number
  /** n: so many windows with a value are looked at. */
  ofWindows: number
  /** W: the windows from which AR(1) is estimated and on which the forecasters are compared. */
  forecastWindows: number
  /**
   * How far below its target a domain must stay for a hotspot to close, as a fraction of it, and the
   * newest window be at most for one to open.
   */
  closingMargin: number
}

/**
 * k and n did best on simulated hosts (docs/explanation/loop.md); SandPiper's 3 of 5 (Wood et al., NSDI 2007,
 * section 4) act a minute later and raise fewer false alarms (docs/explanation/triggers.md), which cost the loop
 * nothing.
 */
export const DEFAULT_TRIGGER_RULE: TriggerRule = {
  windowSeconds: 60,
  missedWindows: 2,
  ofWindows: 3,
  forecastWindows: 15,
  closingMargin: 0.1,
}

/** @throws RangeError that names the value no rule can have */
export function triggerRule(wanted: Partial<TriggerRule> = {}): TriggerRule {
  const rule = { ...DEFAULT_TRIGGER_RULE, ...wanted }
  const { windowSeconds, missedWindows, ofWindows, forecastWindows, closingMargin } = rule
  if (!(windowSeconds > 0 && Number.isFinite(windowSeconds))) refuse('windowSeconds', 'above 0')
  wholeNumber('missedWindows', missedWindows, 1)
  wholeNumber('ofWindows', ofWindows, missedWindows)
  wholeNumber('forecastWindows', forecastWindows, ofWindows)
  if (!(closingMargin >= 0 && closingMargin < 1)) refuse('closingMargin', 'from 0 to below 1')
  return rule
}

function wholeNumber(name: keyof TriggerRule, value: number, min: number): void {
  if (!Number.isSafeInteger(value) || value < min) {
    refuse(name, `a whole number of at least ${min}`)
  }
}

function refuse(name: keyof TriggerRule, expected: string): never {
  throw new RangeError(`${name} must be ${expected}.`)
}
