import { acceptAccountLink, type Grant, invitePerson, tokenOfLink } from '@steelyard/contract'
import type { Product } from '../../scripts/lib/product/start-product.ts'
import { type StorageState, sessionOf } from './administrator.ts'
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
  return sessionOf(webUrl, acceptAccountLink.path, { token, password: PASSWORD })
}
