import type { Trouble } from '@steelyard/contract'

/** The command cannot be carried out as it was given, or not on this machine. */
export class UsageFault extends Error {}

/** What was asked for began, and ended badly on the server. */
export class Failed extends Error {
  readonly trouble: Trouble
  constructor(trouble: Trouble) {
    super(trouble.message)
    this.trouble = trouble
  }
}
