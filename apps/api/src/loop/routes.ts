import { capsMonitorRoutes } from './caps/routes.ts'
import { grantRoutes } from './grants/routes.ts'
import { hotspotRoutes } from './hotspots/routes.ts'
import { journalRoutes } from './journal/routes.ts'
import { policyRoutes } from './policies/routes.ts'
import { recommendationRoutes } from './recommendations/routes.ts'
import { restoreRoutes } from './restore/routes.ts'
import { stopRoutes } from './stop/routes.ts'

/** The routes of the loop: what it may do, what it did, and what it waits for. */
export const loopRoutes = [
  ...policyRoutes,
  ...grantRoutes,
  ...capsMonitorRoutes,
  ...stopRoutes,
  ...hotspotRoutes,
  ...recommendationRoutes,
  ...journalRoutes,
  ...restoreRoutes,
]
