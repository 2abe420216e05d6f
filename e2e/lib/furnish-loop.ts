import {
  addNotificationChannel,
  listApplications,
  setHostPolicy,
  setTagPolicy,
} from '@steelyard/contract'
import type { Product } from '../../scripts/lib/product/start-product.ts'
import type { Api } from './api.ts'
import { insertLoopRows } from './loop-rows.ts'

/** Ids of what the loop did on a host. */
export type LoopFurniture = {
  /** A recommendation that waits for a person. */
  recommendationId: string
  /** One that was applied, with its outcome. */
  judgedRecommendationId: string
}

/** Policies, a channel of notifications, and what the loop would have done within hours. */
export async function furnishLoop(
  api: Api,
  product: Product,
  on: { hostId: string; openPlanId: string; appliedPlanId: string },
): Promise<LoopFurniture> {
  await api(setHostPolicy, {
    params: { id: on.hostId },
    body: {
      mode: 'automatic',
      dryRun: false,
      timeZone: 'Europe/Berlin',
      windows: [{ days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' }],
      payers: [{ domain: 'vm2', leastShare: 0.2 }],
    },
  })
  await api(setTagPolicy, { body: { tag: 'web-*', settings: { mode: 'approve' } } })
  await api(addNotificationChannel, {
    body: {
      kind: 'webhook',
      name: 'Pager',
      address: 'http://127.0.0.1:9/pager',
      events: ['recommendation-open', 'outcome-worse', 'loop-stopped'],
      quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
    },
  })
  const { data } = await api(listApplications, { query: { hostId: on.hostId, limit: 1 } })
  return insertLoopRows(product, { ...on, applicationId: data[0]!.id })
}
