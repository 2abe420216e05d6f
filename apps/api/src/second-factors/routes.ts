import * as contract from '@steelyard/contract'
import type { FastifyRequest } from 'fastify'
import { signInMethods } from '../access/next-step.ts'
import { audit } from '../audit/audit.ts'
import { defineRoute } from '../http/define-route.ts'
import { beginBrowserSession, idOfSession } from '../session/browser-session.ts'
import { confirmApp, removeApp, startApp } from './app-factor.ts'
import { keepChallenge, takeChallenge } from './challenge.ts'
import { confirmPerson } from './confirm-person.ts'
import { signInWithCode, signInWithPasskey } from './finish-sign-in.ts'
import { listSecondFactors } from './list-second-factors.ts'
import { addPasskey, passkeyOptions, removePasskey, renamePasskey } from './passkey-factor.ts'
import { assertionOptions } from './passkeys.ts'
import { readPolicy, setPolicy } from './policy.ts'
import { methodOf, proofOf } from './proof.ts'
import type { Here } from './record-factor.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

const complete = { step: 'complete' as const, methods: [] }

function hereOf(request: FastifyRequest): Here {
  return { sessionId: idOfSession(request), isEnrolling: request.session.pending !== undefined }
}

/** With the factor that was missing, the sign-in is complete. */
async function completeEnrolment(request: FastifyRequest): Promise<void> {
  const { pending } = request.session
  if (pending) await beginBrowserSession(request, pending.userId)
}

export const secondFactorRoutes = [
  defineRoute(contract.getSignInState, {
    access: 'public',
    async handler({ deps, http }) {
      const { userId, pending } = http.request.session
      if (userId !== undefined) return complete
      if (!pending) return { step: 'signed-out' as const, methods: [] }
      return { step: pending.step, methods: await signInMethods(deps.db, pending.userId) }
    },
  }),

  defineRoute(contract.enterCode, {
    access: 'public',
    audit: 'session.create',
    rate: 'strict',
    async handler({ body, actor, deps, http }) {
      const { pending } = http.request.session
      const userId = await signInWithCode(deps, actor, pending, body.code)
      await beginBrowserSession(http.request, userId)
      return complete
    },
  }),

  defineRoute(contract.askForPasskey, {
    access: 'public',
    rate: 'strict',
    async handler({ deps, http }) {
      const { userId, pending } = http.request.session
      const whose = userId ?? pending?.userId
      const known = whose ? await deps.db.passkey.findMany({ where: { userId: whose } }) : []
      const options = await assertionOptions(deps.config, known)
      await keepChallenge(http.request, 'sign', options.challenge)
      return { ...options }
    },
  }),

  defineRoute(contract.signInWithPasskey, {
    access: 'public',
    audit: 'session.create',
    rate: 'strict',
    async handler({ body, actor, deps, http }) {
      const { pending } = http.request.session
      const challenge = await takeChallenge(deps.db, http.request, 'sign')
      const given = { passkey: body.passkey, challenge }
      const userId = await signInWithPasskey(deps, actor, pending, given)
      await beginBrowserSession(http.request, userId)
      return complete
    },
  }),

  defineRoute(contract.confirmSession, {
    access: 'session',
    audit: 'session.confirm',
    rate: 'strict',
    async handler({ body, actor, deps, http }) {
      const { userId, providerId } = http.request.session
      const proof = await proofOf(deps, http.request, body)
      await confirmPerson(deps, actor, proof, { action: 'session.confirm' })
      const detail = { method: methodOf(proof) }
      await deps.db.$transaction((tx) => audit(tx, actor, { action: 'session.confirm', detail }))
      await beginBrowserSession(http.request, userId!, complete, providerId)
    },
  }),

  defineRoute(contract.getSecondFactors, {
    access: 'session',
    handler: ({ actor, deps, http }) =>
      listSecondFactors(deps.db, actor.principal.userId!, idOfSession(http.request)),
  }),

  defineRoute(contract.startApp, {
    access: 'enrolling',
    fresh: true,
    audit: 'second-factor.begin',
    rate: 'strict',
    handler: ({ actor, deps }) => startApp(deps, actor),
  }),

  defineRoute(contract.confirmApp, {
    access: 'enrolling',
    fresh: true,
    audit: 'second-factor.add',
    rate: 'strict',
    async handler({ body, actor, deps, http }) {
      const recoveryCodes = await confirmApp(deps, actor, body.code, hereOf(http.request))
      await completeEnrolment(http.request)
      return { recoveryCodes }
    },
  }),

  defineRoute(contract.removeApp, {
    access: 'session',
    fresh: true,
    audit: 'second-factor.remove',
    handler: ({ actor, deps, http }) => removeApp(deps, actor, idOfSession(http.request)),
  }),

  defineRoute(contract.makeRecoveryCodes, {
    access: 'session',
    fresh: true,
    audit: 'second-factor.recovery-codes',
    rate: 'strict',
    handler: async ({ actor, deps }) => ({
      recoveryCodes: await makeRecoveryCodes(deps.db, actor),
    }),
  }),

  defineRoute(contract.startPasskey, {
    access: 'enrolling',
    fresh: true,
    rate: 'strict',
    async handler({ actor, deps, http }) {
      const options = await passkeyOptions(deps, actor)
      await keepChallenge(http.request, 'register', options.challenge)
      return { ...options }
    },
  }),

  defineRoute(contract.addPasskey, {
    access: 'enrolling',
    fresh: true,
    audit: 'second-factor.add',
    rate: 'strict',
    async handler({ body, actor, deps, http }) {
      const challenge = await takeChallenge(deps.db, http.request, 'register')
      const here = hereOf(http.request)
      const recoveryCodes = await addPasskey(deps, actor, { ...body, challenge }, here)
      await completeEnrolment(http.request)
      return { recoveryCodes }
    },
  }),

  defineRoute(contract.renamePasskey, {
    access: 'session',
    audit: 'second-factor.rename',
    handler: ({ params, body, actor, deps }) =>
      renamePasskey(deps, actor, { id: params.id, name: body.name }),
  }),

  defineRoute(contract.removePasskey, {
    access: 'session',
    fresh: true,
    audit: 'second-factor.remove',
    handler: ({ params, actor, deps, http }) =>
      removePasskey(deps, actor, params.id, idOfSession(http.request)),
  }),

  defineRoute(contract.getSecondFactorPolicy, {
    access: 'people:manage',
    handler: ({ deps }) => readPolicy(deps.db),
  }),

  defineRoute(contract.setSecondFactorPolicy, {
    access: 'people:manage',
    everyRight: true,
    fresh: true,
    audit: 'second-factor.require',
    async handler({ body, actor, deps }) {
      await setPolicy(deps.db, actor, body.roles)
      return readPolicy(deps.db)
    },
  }),
]
