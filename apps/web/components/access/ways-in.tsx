'use client'

import type { SignInWays } from '@steelyard/contract'
import { PROVIDER_SIGN_IN_PATH, safeReturnPath } from '@steelyard/contract/plain'
import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { addressOf } from '../../lib/operations.ts'
import { useApi } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { buttonLook } from '../ui/button-look.ts'
import { providerRefusals } from './provider-refusals.ts'

type Provider = SignInWays['providers'][number]

/**
 * The identity providers with which one can sign in, before `children`, which ask for what the person
 * has here. They are links, so that they work without scripts.
 */
export function WaysIn({ children }: { children: ReactNode }) {
  const query = useSearchParams()
  const ways = useApi('getSignInWays')
  const refusal = providerRefusals.get(query.get('refused') ?? '')
  const { providers = [], password = 'everybody' } = ways.data ?? {}
  const left = providers.find(({ id }) => id === query.get('left'))
  return (
    <div className="space-y-5">
      {refusal ? (
        <Alert tone="danger" title="You are not signed in">
          {refusal}
        </Alert>
      ) : null}
      {left ? <SignedOut provider={left} /> : null}
      <Providers providers={providers} next={safeReturnPath(query.get('next'))} />
      {password === 'administrators' ? <OnlyAdministrators providers={providers} /> : null}
      {password === 'nobody' ? (
        <p className="text-sm text-ink-faint">Passwords are switched off here.</p>
      ) : (
        <>
          {providers.length > 0 ? <Or /> : null}
          {children}
        </>
      )}
    </div>
  )
}

/** A link for each provider with which one can sign in. */
export function Providers({ providers, next }: { providers: readonly Provider[]; next: string }) {
  if (providers.length === 0) return null
  return (
    <ul aria-label="Identity providers" className="space-y-2">
      {providers.map(({ id, name, works }) => (
        <li key={id}>
          <a
            href={addressOf(PROVIDER_SIGN_IN_PATH, { id }, next === '/' ? {} : { next })}
            className={buttonLook({ look: works ? 'primary' : 'secondary', className: 'w-full' })}
          >
            Sign in with {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

export function Or() {
  return (
    <p className="flex items-center gap-3 text-sm text-ink-faint before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
      or with a password
    </p>
  )
}

function OnlyAdministrators({ providers }: { providers: readonly Provider[] }) {
  const failing = providers.filter(({ works }) => !works).map(({ name }) => name)
  return (
    <Alert tone="warn" title={`${new Intl.ListFormat('en').format(failing)} cannot be reached`}>
      <p>Until that is mended, administrators can sign in with their passwords.</p>
    </Alert>
  )
}

/** The session here has ended; the one at the provider has not. */
function SignedOut({ provider: { id, name, canSignOut } }: { provider: Provider }) {
  return (
    <Alert
      tone="ok"
      title="You are signed out"
      action={
        canSignOut ? (
          <a
            href={`${addressOf(PROVIDER_SIGN_IN_PATH, { id })}/sign-out`}
            className={buttonLook({ size: 'small' })}
          >
            Sign out of {name} too
          </a>
        ) : null
      }
    >
      <p>You may still be signed in at {name}.</p>
    </Alert>
  )
}
