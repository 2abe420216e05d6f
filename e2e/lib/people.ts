import { request } from '@playwright/test'
import { acceptAccountLink, type Grant, invitePerson, tokenOfLink } from '@steelyard/contract'
import type { Product } from '../../scripts/lib/product/start-product.ts'
import type { StorageState } from './administrator.ts'
import type { Api } from './api.ts'

export const PASSWORD = 'velvet otter anvil quince'

/** Invites a person and accepts the invitation; returns a session for a browser. */
export async function personWith(
  api: Api,
  { webUrl }: Product,
  name: string,
  grants: Grant[],
): Promise<StorageState> {
  const email = `${name.toLowerCase()}-${crypto.randomUUID()}@example.org`
  const { link } = await api(invitePerson, { body: { name, email, grants } })
  const token = tokenOfLink(link.url)
  // Not with the session of the test, which a new one would replace.
  const nobody = { cookies: [], origins: [] }
  const extraHTTPHeaders = { origin: webUrl }
  const context = await request.newContext({ extraHTTPHeaders, storageState: nobody })
  const answer = await context.post(`${webUrl}/api/v1${acceptAccountLink.path}`, {
    data: { token, password: PASSWORD },
  })
  if (!answer.ok()) throw new Error(`${name} did not get in: ${await answer.text()}`)
  const session = await context.storageState()
  await context.dispose()
  return session
}
