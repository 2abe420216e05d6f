import * as contract from '@steelyard/contract'
import { defineRoute } from '../http/define-route.ts'
import { askForecast } from './ask-forecast.ts'
import { assessOverhead } from './assess-overhead.ts'

export const forecastRoutes = [
  defineRoute(contract.askForecast, {
    access: 'analyses:read',
    quiet: true,
    handler: ({ params, body, deps }) => askForecast(deps.db, params.id, body),
  }),

  defineRoute(contract.assessOverhead, {
    access: 'analyses:read',
    quiet: true,
    handler: ({ body, deps }) => assessOverhead(deps.db, body),
  }),
]
