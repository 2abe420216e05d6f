/**
 * Why a pool could not be asked, as a code that callers can branch on.
 *
 * - `certificate-changed`: the presented certificate is not the pinned one; nothing was sent
 * - `address-refused`: the rules of the installation forbid the address; nothing was sent
 * - `unreachable`: nothing answers there, or the connection broke; a change may have been made
 * - `timeout`: no answer in time; a change may have been made
 * - `cancelled`: the caller's signal stopped it
 * - `budget-spent`: more calls were wanted than the pool's budget allows; nothing was sent
 * - `auth-failed`: account or password is wrong
 * - `permission-denied`: the account's role does not include the call
 * - `session-ended`: XAPI ended the session; nothing was changed
 * - `no-coordinator`: no member answers as coordinator
 * - `coordinator-not-pinned`: members name a coordinator (`parameters[0]`) whose certificate nobody pinned
 * - `unknown-class`: a class of events that XAPI would silently never report
 * - `unexpected-answer`: the answer is not one that XAPI gives
 * - `too-large`: the answer was longer than any that is expected
 * - `invalid-argument`: refused before anything was sent
 * - `not-as-set`: XAPI says that it set a value, and shows another
 * - `refused`: XAPI refused the call, with `xapiCode`
 */
export type XapiErrorCode =
  | 'certificate-changed'
  | 'address-refused'
  | 'unreachable'
  | 'timeout'
  | 'cancelled'
  | 'budget-spent'
  | 'auth-failed'
  | 'permission-denied'
  | 'session-ended'
  | 'no-coordinator'
  | 'coordinator-not-pinned'
  | 'unknown-class'
  | 'unexpected-answer'
  | 'too-large'
  | 'invalid-argument'
  | 'not-as-set'
  | 'refused'

/** The type of all errors that this package throws on purpose. `message` is safe to show. */
export class XapiError extends Error {
  override readonly name = 'XapiError'
  readonly code: XapiErrorCode
  /** XAPI's own name of the error, such as `HOST_DISABLED`. Null where XAPI did not say it. */
  readonly xapiCode: string | null
  /** What XAPI said beside its code, verbatim but bounded; never to be shown without that code. */
  readonly parameters: readonly string[]

  constructor(
    code: XapiErrorCode,
    message: string,
    said: { xapiCode?: string; parameters?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, said.cause === undefined ? undefined : { cause: said.cause })
    this.code = code
    this.xapiCode = said.xapiCode ?? null
    this.parameters = (said.parameters ?? []).slice(0, 10).map((each) => each.slice(0, 500))
  }
}

/** XAPI's refusal of a call as an error: its code first, then what it says beside it. */
export function refusalOf(
  method: string,
  xapiCode: string,
  parameters: readonly string[],
): XapiError {
  const said = [xapiCode, ...parameters].join(' ').slice(0, 500)
  return new XapiError(OWN_CODES[xapiCode] ?? 'refused', `XAPI refused ${method}: ${said}`, {
    xapiCode,
    parameters,
  })
}

const OWN_CODES: Record<string, XapiErrorCode> = {
  SESSION_AUTHENTICATION_FAILED: 'auth-failed',
  RBAC_PERMISSION_DENIED: 'permission-denied',
  SESSION_INVALID: 'session-ended',
}

/** Whether only contact is lost, while the pool may well be up. */
export function isContactLost(error: unknown): boolean {
  return error instanceof XapiError && ['unreachable', 'timeout'].includes(error.code)
}
