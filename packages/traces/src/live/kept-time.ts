/** The time that a `LiveObserver` keeps. All times are seconds since the epoch. */
export class KeptTime {
  /** Windows from here on may still be taken, for the first time or again. */
  fromEpochSeconds: number
  /** The latest moment that anything told of. */
  latestEpochSeconds: number
  /** What lies after this may differ from what was taken last. */
  changedFromEpochSeconds = Number.POSITIVE_INFINITY
  readonly keepSeconds: number
  /** Two samples, or two signs of life, that lie farther apart leave a gap between them. */
  readonly longestStepSeconds: number

  constructor(fromEpochSeconds: number, keepSeconds: number, longestStepSeconds: number) {
    this.fromEpochSeconds = fromEpochSeconds
    this.latestEpochSeconds = fromEpochSeconds
    this.keepSeconds = keepSeconds
    this.longestStepSeconds = longestStepSeconds
  }

  reach(epochSeconds: number): void {
    this.latestEpochSeconds = Math.max(this.latestEpochSeconds, epochSeconds)
  }

  change(epochSeconds: number): void {
    this.changedFromEpochSeconds = Math.min(this.changedFromEpochSeconds, epochSeconds)
  }
}
