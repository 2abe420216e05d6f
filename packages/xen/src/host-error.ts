/**
 * Why a host could not be read or changed, as a code that callers can branch on.
 *
 * - `host-key-changed`: the presented key is not the pinned one; nothing was sent to authenticate
 * - `auth-failed`: the host rejected the key
 * - `address-refused`: the rules of the installation forbid its address; nothing was sent
 * - `unreachable`: no SSH server answered at that address
 * - `timeout`: no answer in time; a command that was sent may still have taken effect
 * - `connection-lost`: contact broke; a command that was sent may still have taken effect
 * - `cancelled`: the caller's signal stopped it
 * - `command-failed`: the command ran and reported failure
 * - `permission-denied`: the account may not run `xl` (directly or by sudo)
 * - `not-xen`: no `xl`, or no Xen beneath it
 * - `unexpected-answer`: the answer is not one that `xl` gives
 * - `too-large`: a command printed more than its caller allowed, and was stopped
 * - `store-failed`: what keeps the weights of guests beside the host did not do what it was asked
 * - `invalid-argument`: the allow-list rejected it before anything was sent
 */
export type HostErrorCode =
  | 'host-key-changed'
  | 'auth-failed'
  | 'address-refused'
  | 'unreachable'
  | 'timeout'
  | 'connection-lost'
  | 'cancelled'
  | 'command-failed'
  | 'permission-denied'
  | 'not-xen'
  | 'unexpected-answer'
  | 'too-large'
  | 'store-failed'
  | 'invalid-argument'

/** The type of all errors that this package throws on purpose. `message` is safe to show. */
export class HostError extends Error {
  override readonly name = 'HostError'
  readonly code: HostErrorCode
  /** The host's message, verbatim but bounded. Absent when there was none. */
  readonly detail: string | undefined

  constructor(code: HostErrorCode, message: string, detail?: string) {
    super(message)
    this.code = code
    this.detail = detail?.slice(0, 2000)
  }
}

/** Whether only this connection is lost, while the host may well be up. */
export function isContactLost(error: unknown): boolean {
  const codes: HostErrorCode[] = ['unreachable', 'timeout', 'connection-lost']
  return error instanceof HostError && codes.includes(error.code)
}

/** `host-key-changed`, with the key that was presented in place of the pinned one. */
export class HostKeyChangedError extends HostError {
  readonly presentedFingerprint: string

  constructor(message: string, pinnedFingerprint: string, presentedFingerprint: string) {
    super(
      'host-key-changed',
      message,
      `pinned ${pinnedFingerprint}, presented ${presentedFingerprint}`,
    )
    this.presentedFingerprint = presentedFingerprint
  }
}
