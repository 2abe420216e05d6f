import { z } from 'zod'
import { Id, IdParams, Name, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Role } from './roles.ts'

/** How far a sign-in has come; the sign-in page shows the step that is missing. */
export const SignInState = z
  .object({
    step: z
      .enum(['signed-out', 'second-factor', 'enrol', 'complete'])
      .describe('`second-factor`: enter one; `enrol`: set one up, because your role requires it.'),
    methods: z
      .array(z.enum(['app', 'passkey', 'recovery-code']))
      .describe('The second factors that this person can use.'),
  })
  .meta({ id: 'SignInState' })
export type SignInState = z.infer<typeof SignInState>

const Encoded = z.base64url().max(8192)

/** What a browser returns for a passkey (`AuthenticationResponseJSON` of WebAuthn). */
export const PasskeyAssertion = z
  .object({
    id: Encoded,
    rawId: Encoded,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: Encoded,
      authenticatorData: Encoded,
      signature: Encoded,
      userHandle: Encoded.optional(),
    }),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
    clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  })
  .meta({ id: 'PasskeyAssertion' })
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

const PasskeyAttestation = z.object({
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z.array(Text.max(40)).max(10).optional(),
  }),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
})

/** Proof that the person is still there: the password, a passkey, or the identity provider's word. */
export const Confirmation = z
  .object({
    password: z.string().max(256).optional(),
    passkey: PasskeyAssertion.optional().describe('For browsers; API tokens send the password.'),
    provider: z
      .literal(true)
      .optional()
      .describe(
        'For browsers: the identity provider has just confirmed the person to this session. It counts once, within five minutes.',
      ),
  })
  .refine((body) => proofsIn(body) === 1, {
    path: ['password'],
    error: 'the password, a passkey or the provider, and only one of them',
  })
export type Confirmation = z.infer<typeof Confirmation>

function proofsIn({ password, passkey, provider }: Record<string, unknown>): number {
  return [password, passkey, provider].filter((proof) => proof !== undefined).length
}

/** Spaces, dashes and upper case do not matter. */
const Code = Text.max(40).describe('Six digits of the authenticator app, or a recovery code.')

/** Options that `navigator.credentials` understands; they are passed on as they are. */
const BrowserOptions = z.record(z.string(), z.unknown())

const RecoveryCodes = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .nullable()
      .describe('Shown only here. Null if the person already has some.'),
  })
  .meta({ id: 'RecoveryCodes' })

export const Passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

export const getSignInState = endpoint({
  id: 'getSignInState',
  method: 'GET',
  path: '/session/state',
  tag: 'Access',
  summary: 'See which step of the sign-in is missing',
  status: 200,
  response: SignInState,
})

export const enterCode = endpoint({
  id: 'enterCode',
  method: 'POST',
  path: '/session/code',
  tag: 'Access',
  summary: 'Finish signing in with a code of the authenticator app or a recovery code',
  failures: [401, 403],
  body: z.object({ code: Code }),
  status: 200,
  response: SignInState,
})

export const askForPasskey = endpoint({
  id: 'askForPasskey',
  method: 'POST',
  path: '/session/passkey-challenge',
  tag: 'Access',
  summary: 'Get a challenge for a passkey, to sign in or to confirm something; it can be used once',
  status: 200,
  response: BrowserOptions,
})

export const signInWithPasskey = endpoint({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/session/passkey',
  tag: 'Access',
  summary: 'Sign in with a passkey, alone or after the password',
  failures: [401, 403],
  body: z.object({ passkey: PasskeyAssertion }),
  status: 200,
  response: SignInState,
})

export const confirmSession = endpoint({
  id: 'confirmSession',
  method: 'POST',
  path: '/session/confirmation',
  tag: 'Access',
  summary:
    'Confirm that it is still you, by the password, a passkey or the provider; holds for 15 minutes',
  body: Confirmation,
  status: 204,
})

export const getSecondFactors = endpoint({
  id: 'getSecondFactors',
  method: 'GET',
  path: '/session/second-factors',
  tag: 'Access',
  summary: 'Get the passkeys and the authenticator app with which you sign in',
  status: 200,
  response: z.object({
    hasPassword: z.boolean(),
    required: z.boolean().describe('Whether one of your roles requires a second factor.'),
    app: z.boolean().describe('Whether an authenticator app is set up.'),
    passkeys: z.array(Passkey),
    recoveryCodesLeft: z.number().int(),
    provider: z
      .object({
        id: Id,
        name: z.string(),
        confirmedUntil: Timestamp.nullable().describe(
          'Until when what the provider has just confirmed can be used, once.',
        ),
      })
      .nullable()
      .describe('The identity provider with which this session began; it can confirm you again.'),
  }),
})

export const startApp = endpoint({
  id: 'startApp',
  method: 'POST',
  path: '/session/authenticator-app',
  tag: 'Access',
  summary: 'Begin to set up an authenticator app; it counts once a code of it was entered',
  status: 200,
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmApp = endpoint({
  id: 'confirmApp',
  method: 'PUT',
  path: '/session/authenticator-app',
  tag: 'Access',
  summary: 'Set up the authenticator app with its first code; ends your other sessions',
  body: z.object({ code: Code }),
  status: 200,
  response: RecoveryCodes,
})

export const removeApp = endpoint({
  id: 'removeApp',
  method: 'DELETE',
  path: '/session/authenticator-app',
  tag: 'Access',
  summary: 'Remove the authenticator app; ends your other sessions',
  status: 204,
})

export const makeRecoveryCodes = endpoint({
  id: 'makeRecoveryCodes',
  method: 'POST',
  path: '/session/recovery-codes',
  tag: 'Access',
  summary: 'Make ten new recovery codes, which replace the old ones',
  status: 200,
  response: RecoveryCodes,
})

export const startPasskey = endpoint({
  id: 'startPasskey',
  method: 'POST',
  path: '/session/passkey-options',
  tag: 'Access',
  summary: 'Begin to add a passkey',
  status: 200,
  response: BrowserOptions,
  readOnly: true,
})

export const addPasskey = endpoint({
  id: 'addPasskey',
  method: 'POST',
  path: '/session/passkeys',
  tag: 'Access',
  summary: 'Add the passkey that the browser has made; ends your other sessions',
  body: z.object({ name: Name, passkey: PasskeyAttestation }),
  status: 201,
  response: RecoveryCodes,
})

export const renamePasskey = endpoint({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/session/passkeys/:id',
  tag: 'Access',
  summary: 'Rename a passkey',
  params: IdParams,
  body: z.object({ name: Name }),
  status: 204,
})

export const removePasskey = endpoint({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/session/passkeys/:id',
  tag: 'Access',
  summary: 'Remove a passkey; ends your other sessions',
  params: IdParams,
  status: 204,
})

const SecondFactorPolicy = z
  .object({
    roles: z
      .array(Role)
      .max(4)
      .describe('Whoever has one of these roles needs a second factor; all four mean everybody.'),
  })
  .meta({ id: 'SecondFactorPolicy' })

export const getSecondFactorPolicy = endpoint({
  id: 'getSecondFactorPolicy',
  method: 'GET',
  path: '/second-factor-policy',
  tag: 'People',
  summary: 'See which roles need a second factor',
  status: 200,
  response: SecondFactorPolicy,
})

export const setSecondFactorPolicy = endpoint({
  id: 'setSecondFactorPolicy',
  method: 'PUT',
  path: '/second-factor-policy',
  tag: 'People',
  summary: 'Choose which roles need a second factor, from the next sign-in on',
  body: SecondFactorPolicy,
  status: 200,
  response: SecondFactorPolicy,
})
