import { analysisRoutes } from './analyses/routes.ts'
import { applicationRoutes } from './applications/routes.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { auditRefusals } from './audit/audit-refusals.ts'
import { auditRoutes } from './audit/routes.ts'
import { estimatorRoutes } from './estimators/routes.ts'
import { fleetRoutes } from './fleet/routes.ts'
import { forecastRoutes } from './forecasts/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { groupingRoutes } from './hosts/grouping/routes.ts'
import { hostRoutes } from './hosts/routes.ts'
import type { Module } from './http/define-route.ts'
import { identityProviderRoutes } from './identity-providers/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { labRoutes } from './lab/routes.ts'
import { loadBalancerRoutes } from './load-balancers/routes.ts'
import { loopRoutes } from './loop/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { poolAdviceRoutes } from './pool-advice/routes.ts'
import { poolMoveRoutes } from './pool-moves/routes.ts'
import { poolWeightRoutes } from './pool-weights/routes.ts'
import { poolRoutes } from './pools/routes.ts'
import { addProviderSignIn } from './provider-sign-in/sign-in-routes.ts'
import { recordingRoutes } from './recordings/routes.ts'
import { runRoutes } from './runs/routes.ts'
import { scimRoutes } from './scim/routes.ts'
import { addCodeForm } from './second-factors/code-form.ts'
import { secondFactorRoutes } from './second-factors/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { addSignInForm } from './session/sign-in-form.ts'
import { setupRoutes } from './setup/routes.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { addTusRoutes } from './uploads/tus/tus-routes.ts'
import { watchRoutes } from './watches/routes.ts'

/** The route modules of every resource of the API. */
export const modules: readonly Module[] = [
  { routes: healthRoutes },
  { routes: setupRoutes },
  { routes: sessionRoutes, extend: addSignInForm },
  { routes: secondFactorRoutes, extend: addCodeForm },
  { routes: tokenRoutes },
  { routes: peopleRoutes },
  { routes: identityProviderRoutes, extend: addProviderSignIn },
  { routes: scimRoutes },
  { routes: auditRoutes, extend: auditRefusals },
  { routes: jobRoutes },
  { routes: fleetRoutes },
  { routes: hostRoutes },
  { routes: recordingRoutes },
  { routes: loadBalancerRoutes },
  { routes: watchRoutes },
  { routes: planRoutes },
  { routes: poolRoutes },
  { routes: groupingRoutes },
  { routes: poolAdviceRoutes },
  { routes: poolMoveRoutes },
  { routes: poolWeightRoutes },
  { routes: approvalRoutes },
  { routes: applicationRoutes },
  { routes: loopRoutes },
  { routes: notificationRoutes },
  { routes: uploadRoutes, extend: addTusRoutes },
  { routes: estimatorRoutes },
  { routes: analysisRoutes },
  { routes: forecastRoutes },
  { routes: labRoutes },
  { routes: runRoutes },
]
