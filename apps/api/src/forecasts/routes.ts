import type { OverheadQuestion } from '@steelyard/contract'
import * as contract from '@steelyard/contract'
import { byId, inBody } from '../access/reach.ts'
import { databaseVersion } from '../db.ts'
import { defineRoute } from '../http/define-route.ts'
import { askForecast } from './ask-forecast.ts'
import { assessOverhead } from './assess-overhead.ts'

export const forecastRoutes = [
  defineRoute(contract.askForecast, {
    access: 'analyses:read',
    reach: byId('analysis'),
    quiet: true,
    version: databaseVersion,
    handler: ({ params, body, deps }) => askForecast(deps.db, params.id, body),
  }),

  defineRoute(contract.assessOverhead, {
    access: 'analyses:read',
    reach: inBody<OverheadQuestion>((question) =>
      question.kind === 'recorded' ? [{ kind: 'analysis', id: question.analysisId }] : [],
    ),
    quiet: true,
    handler: ({ body, deps }) => assessOverhead(deps.db, body),
  }),
]
