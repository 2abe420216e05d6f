import * as contract from '@steelyard/contract'
import { defineRoute } from '../http/define-route.ts'
import { checkReadiness } from './check-readiness.ts'

export const healthRoutes = [
  defineRoute(contract.getLive, {
    access: 'public',
    quiet: true,
    async handler() {
      return { status: 'ok' as const, checks: {} }
    },
  }),

  defineRoute(contract.getReady, {
    access: 'public',
    quiet: true,
    async handler({ deps, http }) {
      const checks = await checkReadiness(deps)
      const ready = Object.values(checks).every((check) => check === 'ok')
      if (!ready) http.reply.code(503)
      return { status: ready ? ('ok' as const) : ('failing' as const), checks }
    },
  }),
]
