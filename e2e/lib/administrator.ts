import { type APIRequestContext, request } from '@playwright/test'
import { tokenOfLink } from '@steelyard/contract'
import type { Product } from '../../scripts/lib/product/start-product.ts'

export const administrator = {
  email: 'ada@example.org',
  name: 'Ada',
  password: 'a long enough password',
}

export type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>

/** Uses the one-time link without a browser and returns a session for a browser. */
export async function createAdministrator({ webUrl, setupUrl }: Product): Promise<StorageState> {
  if (!setupUrl) throw new Error('There is an administrator already')
  const token = tokenOfLink(setupUrl)
  const api = await request.newContext({ extraHTTPHeaders: { origin: webUrl } })
  const answer = await api.post(`${webUrl}/api/v1/setup`, { data: { token, ...administrator } })
  if (!answer.ok()) throw new Error(`No administrator: ${await answer.text()}`)
  const session = await api.storageState()
  await api.dispose()
  return session
}
