import * as contract from '@steelyard/contract'
import { byId } from '../access/reach.ts'
import { onVisibleHosts } from '../access/visible-hosts.ts'
import type { Db } from '../db.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { serialiseJob } from '../jobs/serialise-job.ts'
import { proofOf } from '../second-factors/proof.ts'
import {
  type ApplicationRow,
  applicationParts,
  loadApplication,
  rollbackCandidates,
} from './application-row.ts'
import { applyPlan } from './apply-plan.ts'
import { rollBackApplication } from './roll-back-application.ts'
import { serialiseApplication } from './serialise-application.ts'

/** An application has just begun, so nothing on its host can be undone until it has ended. */
const begun = ({ application, job }: { application: ApplicationRow; job: JobModel }) => ({
  application: serialiseApplication(application, new Set()),
  job: serialiseJob(job),
})
const location = ({ application }: { application: contract.Application }) =>
  `/applications/${application.id}`

async function show(db: Db, rows: ApplicationRow[]) {
  const undoable = await rollbackCandidates(db, [...new Set(rows.map((row) => row.hostId))])
  return (row: ApplicationRow) => serialiseApplication(row, undoable)
}

export const applicationRoutes = [
  defineRoute(contract.applyPlan, {
    access: 'plans:apply',
    reach: byId('plan'),
    audit: 'plan.apply',
    rate: 'strict',
    location,
    handler: async ({ params, body, actor, deps, http }) =>
      begun(
        await applyPlan(deps, actor, params.id, {
          hash: body.hash,
          proof: await proofOf(deps, http.request, body),
        }),
      ),
  }),

  defineRoute(contract.rollBackApplication, {
    access: 'plans:apply',
    reach: byId('application'),
    audit: 'application.roll-back',
    rate: 'strict',
    location,
    handler: async ({ params, body, actor, deps, http }) =>
      begun(
        await rollBackApplication(deps, actor, params.id, await proofOf(deps, http.request, body)),
      ),
  }),

  defineRoute(contract.listApplications, {
    access: 'plans:read',
    reach: 'listed',
    async handler({ query, actor, deps }) {
      const visible = await onVisibleHosts(deps.db, actor.principal, 'plans:read')
      const where = { AND: [query.hostId ? { hostId: query.hostId } : {}, visible] }
      const rows = await deps.db.application.findMany({
        where,
        include: applicationParts,
        ...pageById(query),
      })
      return toPage(rows, query.limit, await show(deps.db, rows), (row) => row.id)
    },
  }),

  defineRoute(contract.getApplication, {
    access: 'plans:read',
    reach: byId('application'),
    async handler({ params, deps }) {
      const row = await loadApplication(deps.db, params.id)
      return (await show(deps.db, [row]))(row)
    },
  }),
]
