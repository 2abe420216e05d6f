'use client'

import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { fromBrowser } from '../../lib/use-passkey.ts'
import { useReload } from '../../lib/use-reload.ts'

/** Has the browser make a passkey and stores it. Its answer: recovery codes, if it is the first factor. */
export function useAddPasskey() {
  const reload = useReload()
  return useMutation({
    async mutationFn({ name }: { name: string }) {
      const options = await call('startPasskey')
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
      const { startRegistration } = await import('@simplewebauthn/browser')
      const passkey = await fromBrowser(() => startRegistration({ optionsJSON }))
      const { recoveryCodes } = await call('addPasskey', {
        body: { name, passkey: passkey as never },
      })
      return recoveryCodes
    },
    onSuccess: () => reload('getSecondFactors'),
  })
}
