'use client'

import { useApiMutation } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** The address of a provider, and what its discovery document says. */
export function IssuerField({
  value,
  onChange,
}: {
  value: string
  onChange: (issuer: string) => void
}) {
  const test = useApiMutation('testIdentityProvider')
  return (
    <div className="space-y-3">
      <div className="flex items-start gap-2">
        <Field
          label="Issuer"
          className="flex-1"
          hint="Where /.well-known/openid-configuration begins."
        >
          <Input
            required
            type="url"
            autoComplete="off"
            placeholder="https://login.example.org/realms/staff"
            value={value}
            onChange={(event) => {
              onChange(event.target.value)
              test.reset()
            }}
          />
        </Field>
        <Button
          className="mt-7"
          disabled={!URL.canParse(value)}
          busy={test.isPending}
          onClick={() => test.mutate({ body: { issuer: value } })}
        >
          Test
        </Button>
      </div>
      <ProblemAlert error={test.error} title="The provider cannot be used" />
      {test.data ? (
        <Alert tone="ok" title="The provider answers">
          <p>{foundWords(test.data)}</p>
        </Alert>
      ) : null}
    </div>
  )
}

/** What a provider offers, in words. */
export function foundWords({
  signInAddress,
  scopes,
  hasUserInfo,
  hasSignOut,
}: {
  signInAddress: string
  scopes: readonly string[]
  hasUserInfo: boolean
  hasSignOut: boolean
}): string {
  const known = scopes.length > 0 ? ` It names the scopes ${scopes.join(', ')}.` : ''
  const claims = hasUserInfo
    ? 'It also answers questions about people.'
    : 'All it says of people is in the ID token.'
  const signOut = hasSignOut ? 'People can sign out there too.' : 'It offers no sign-out.'
  return `People will sign in at ${new URL(signInAddress).origin}.${known} ${claims} ${signOut}`
}
