'use client'

import { PROVIDER_SIGN_IN_PATH } from '@steelyard/contract/plain'
import { useQueryClient } from '@tanstack/react-query'
import { addressOf } from '../../lib/operations.ts'
import { queryKeyOf } from '../../lib/query-keys.ts'
import { useApi } from '../../lib/use-api.ts'
import { useHere } from './use-here.ts'

/** What the signed-in person can confirm with. Until it is known, a password is assumed. */
export function useWaysToConfirm() {
  const queries = useQueryClient()
  const here = useHere()
  const { data } = useApi('getSecondFactors')
  const { hasPassword = true, passkeys = [], provider = null } = data ?? {}
  return {
    hasPassword,
    hasPasskey: passkeys.length > 0,
    provider: provider && {
      name: provider.name,
      isConfirmed: provider.confirmedUntil !== null,
      /** Where the provider asks again; the way leads back to this page. */
      href: addressOf(PROVIDER_SIGN_IN_PATH, { id: provider.id }, { next: here, confirm: 'yes' }),
    },
    /** What the provider has confirmed counts once, whatever becomes of what it was for. */
    spendProvider() {
      if (!data || !provider) return
      const used = { ...data, provider: { ...provider, confirmedUntil: null } }
      queries.setQueryData(queryKeyOf('getSecondFactors', {}), used)
    },
  }
}

export type WaysToConfirm = ReturnType<typeof useWaysToConfirm>
