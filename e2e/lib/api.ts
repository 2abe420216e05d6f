import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, getJob, type Job } from '@steelyard/contract'
import type { Product } from '../../scripts/lib/product/start-product.ts'
import type { StorageState } from './administrator.ts'

const POLL_MS = 200

/**
 * Calls the API as the signed-in browser does, for steps that a journey needs without testing them.
 */
export function apiOf({ webUrl }: Product, { cookies }: StorageState) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return createClient(`${webUrl}/api/v1`, fetch, { cookie, origin: webUrl })
}

export type Api = ReturnType<typeof apiOf>

/** @throws when the job did not succeed */
export async function finished(api: Api, { id }: Pick<Job, 'id'>): Promise<void> {
  for (;;) {
    const job = await api(getJob, { params: { id } })
    if (job.state === 'succeeded') return
    if (job.finishedAt) throw new Error(`${job.kind} ${job.state}: ${job.error?.message}`)
    await sleep(POLL_MS)
  }
}
