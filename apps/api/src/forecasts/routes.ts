import type { OverheadQuestion } from '@steelyard/contract'
import * as contract from '@steelyard/contract'
import { byId, inBody } from '../access/reach.ts'
import { versionBesideWatches } from '../changes.ts'
import { defineRoute } from '../http/define-route.ts'
import { inLane } from '../http/route-cost.ts'
import { readsLane } from '../threads/lanes.ts'
import { readInThread } from '../threads/read-in-thread.ts'
import type { askForecast } from './ask-forecast.ts'
import type { assessOverhead } from './assess-overhead.ts'

export const forecastRoutes = [
  defineRoute(contract.askForecast, {
    access: 'analyses:read',
    reach: byId('analysis'),
    quiet: true,
    version: versionBesideWatches,
    cost: inLane(readsLane, 'the domains and load levels of the analysis'),
    handler: ({ params, body, deps }) =>
      readInThread<typeof askForecast>(deps, {
        module: new URL('./ask-forecast.ts', import.meta.url),
        name: 'askForecast',
        question: { analysisId: params.id, question: body },
      }),
  }),

  defineRoute(contract.assessOverhead, {
    access: 'analyses:read',
    reach: inBody<OverheadQuestion>((question) =>
      question.kind === 'recorded' ? [{ kind: 'analysis', id: question.analysisId }] : [],
    ),
    quiet: true,
    cost: inLane(readsLane, 'the windows of the recording'),
    handler: ({ body, deps }) =>
      readInThread<typeof assessOverhead>(deps, {
        module: new URL('./assess-overhead.ts', import.meta.url),
        name: 'assessOverhead',
        question: body,
      }),
  }),
]
