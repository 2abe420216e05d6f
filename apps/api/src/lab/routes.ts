import * as contract from '@steelyard/contract'
import { byId } from '../access/reach.ts'
import { defineRoute } from '../http/define-route.ts'
import { inLane } from '../http/route-cost.ts'
import { readsLane } from '../threads/lanes.ts'
import { readInThread } from '../threads/read-in-thread.ts'
import { assessRealTime } from './assess-real-time.ts'
import type { getIntensity } from './get-intensity.ts'

export const labRoutes = [
  defineRoute(contract.getIntensity, {
    access: 'analyses:read',
    reach: byId('analysis'),
    cost: inLane(readsLane, 'the windows of the recording'),
    handler: ({ params, deps }) =>
      readInThread<typeof getIntensity>(deps, {
        module: new URL('./get-intensity.ts', import.meta.url),
        name: 'getIntensity',
        question: params.id,
      }),
  }),

  defineRoute(contract.assessRealTime, {
    access: 'analyses:read',
    reach: 'nothing',
    quiet: true,
    handler: async ({ body }) => assessRealTime(body),
  }),
]
