import * as contract from '@steelyard/contract'
import type { LoopStopModel } from '../../generated/prisma/models.ts'
import { defineRoute } from '../../http/define-route.ts'
import { findStop } from './loop-stop.ts'
import { resumeLoop } from './resume-loop.ts'
import { stopLoop } from './stop-loop.ts'

const serialiseStop = ({ stoppedAt, stoppedBy, reason }: LoopStopModel): contract.LoopStop => ({
  stoppedAt: stoppedAt.toISOString(),
  stoppedBy,
  reason,
})

export const stopRoutes = [
  defineRoute(contract.getLoop, {
    access: 'hosts:read',
    reach: 'nothing',
    async handler({ deps }) {
      const stop = await findStop(deps.db)
      return { stop: stop && serialiseStop(stop) }
    },
  }),

  // Whoever may change one host may stop all: an emergency leaves no time to find someone else.
  defineRoute(contract.stopLoop, {
    access: 'plans:apply',
    reach: 'nothing',
    audit: 'loop.stop',
    handler: async ({ body, actor, deps }) => ({
      stop: serialiseStop(await stopLoop(deps.db, actor, body.reason)),
    }),
  }),

  defineRoute(contract.resumeLoop, {
    access: 'plans:apply',
    reach: 'nothing',
    fresh: true,
    audit: 'loop.resume',
    async handler({ actor, deps }) {
      await resumeLoop(deps.db, actor)
      return { stop: null }
    },
  }),
]
