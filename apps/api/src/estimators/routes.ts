import { CATALOGUE } from '@steelyard/analysis'
import * as contract from '@steelyard/contract'
import { defineRoute } from '../http/define-route.ts'
import { presentEstimator } from './present-estimator.ts'

export const estimatorRoutes = [
  defineRoute(contract.listEstimators, {
    access: 'analyses:read',
    reach: 'nothing',
    async handler() {
      return { data: CATALOGUE.map(presentEstimator) }
    },
  }),
]
