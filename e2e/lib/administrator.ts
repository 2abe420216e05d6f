import { type APIRequestContext, request } from '@playwright/test'
import { completeSetup, signIn, tokenOfLink } from '@steelyard/contract'
import type { Product } from '../../scripts/lib/product/start-product.ts'

export const administrator = {
  email: 'ada@example.org',
  name: 'Ada',
  password: 'a long enough password',
}

export type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>

/** Signs in without a browser and returns a session for a browser. */
export async function signInAgain({ webUrl }: Product): Promise<StorageState> {
  const { email, password } = administrator
  return sessionOf(webUrl, signIn.path, { email, password })
}

/** Uses the one-time link without a browser and returns a session for a browser. */
export async function createAdministrator({ webUrl, setupUrl }: Product): Promise<StorageState> {
  if (!setupUrl) throw new Error('There is an administrator already')
  const token = tokenOfLink(setupUrl)
  return sessionOf(webUrl, completeSetup.path, { token, ...administrator })
}

/** Not with the session of the test, which a new one would replace. */
const nobody: StorageState = { cookies: [], origins: [] }

/** The session that an answer of the API begins. */
export async function sessionOf(
  webUrl: string,
  path: string,
  data: Record<string, string>,
): Promise<StorageState> {
  const extraHTTPHeaders = { origin: webUrl }
  const api = await request.newContext({ extraHTTPHeaders, storageState: nobody })
  const answer = await api.post(`${webUrl}/api/v1${path}`, { data })
  if (!answer.ok()) throw new Error(`Nobody got in: ${await answer.text()}`)
  const session = await api.storageState()
  await api.dispose()
  return session
}
