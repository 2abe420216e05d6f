import * as contract from '@steelyard/contract'
import type { Principal } from '../access/permissions.ts'
import { byId } from '../access/reach.ts'
import { visibleHosts } from '../access/visible-hosts.ts'
import { versionBesideWatches } from '../changes.ts'
import { readAtOnce } from '../db.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { inLane } from '../http/route-cost.ts'
import { jobLocation, serialiseJob } from '../jobs/serialise-job.ts'
import { readsLane } from '../threads/lanes.ts'
import { readInThread } from '../threads/read-in-thread.ts'
import { addAnnotation } from './annotations/add-annotation.ts'
import { removeAnnotation } from './annotations/remove-annotation.ts'
import { beginEnrolment } from './connection/begin-enrolment.ts'
import { confirmHostKey } from './connection/confirm-host-key.ts'
import { disconnectHost } from './connection/disconnect-host.ts'
import { requestAddressCheck } from './connection/request-address-check.ts'
import { createHost } from './create-host.ts'
import { deleteHost } from './delete-host.ts'
import { confirmGuestLog } from './guest-logs/confirm-guest-log.ts'
import { removeGuestLog } from './guest-logs/remove-guest-log.ts'
import { setGuestLog } from './guest-logs/set-guest-log.ts'
import type { compareRecordings } from './history/compare-recordings.ts'
import type { getHistory } from './history/get-history.ts'
import { type HostRow, hostParts, loadHost, withWork } from './host-row.ts'
import { requestDiscovery } from './reading/request-discovery.ts'
import { serialiseHost } from './serialise-host.ts'
import { setDomainTargets } from './set-domain-targets.ts'
import { updateHost } from './update-host.ts'

const withJob = (reader: Principal, { host, job }: { host: HostRow; job: JobModel }) => ({
  host: serialiseHost(host, reader),
  job: serialiseJob(job),
})

export const hostRoutes = [
  defineRoute(contract.listHosts, {
    access: 'hosts:read',
    reach: 'listed',
    version: versionBesideWatches,
    async handler({ query, actor, deps }) {
      const hosts = await readAtOnce(deps.db, async (tx) => {
        const ids = await visibleHosts(tx, actor.principal, 'hosts:read')
        const where = ids ? { id: { in: ids } } : {}
        return withWork(
          tx,
          await tx.host.findMany({ where, include: hostParts, ...pageById(query) }),
        )
      })
      return toPage(
        hosts,
        query.limit,
        (host) => serialiseHost(host, actor.principal),
        ({ id }) => id,
      )
    },
  }),

  defineRoute(contract.createHost, {
    access: 'hosts:write',
    reach: 'nothing',
    audit: 'host.create',
    location: (host) => `/hosts/${host.id}`,
    handler: async ({ body, actor, deps }) =>
      serialiseHost(await createHost(deps.db, actor, body), actor.principal),
  }),

  defineRoute(contract.getHost, {
    access: 'hosts:read',
    reach: byId('host'),
    version: versionBesideWatches,
    handler: async ({ params, actor, deps }) =>
      serialiseHost(await readAtOnce(deps.db, (tx) => loadHost(tx, params.id)), actor.principal),
  }),

  defineRoute(contract.addAnnotation, {
    access: 'analyses:write',
    reach: byId('host'),
    audit: 'annotation.add',
    handler: ({ params, body, actor, deps }) => addAnnotation(deps.db, actor, params.id, body),
  }),

  defineRoute(contract.removeAnnotation, {
    access: 'analyses:write',
    reach: byId('host'),
    audit: 'annotation.remove',
    handler: ({ params, actor, deps }) => removeAnnotation(deps.db, actor, params),
  }),

  defineRoute(contract.getHostHistory, {
    access: 'analyses:read',
    reach: byId('host'),
    version: versionBesideWatches,
    cost: inLane(readsLane, 'the recordings of the host, the last 500'),
    handler: ({ params, deps }) =>
      readInThread<typeof getHistory>(deps, {
        module: new URL('./history/get-history.ts', import.meta.url),
        name: 'getHistory',
        question: params.id,
      }),
  }),

  defineRoute(contract.compareRecordings, {
    access: 'analyses:read',
    reach: byId('host'),
    version: versionBesideWatches,
    cost: inLane(readsLane, 'the windows of both recordings'),
    handler: ({ params, query, deps }) =>
      readInThread<typeof compareRecordings>(deps, {
        module: new URL('./history/compare-recordings.ts', import.meta.url),
        name: 'compareRecordings',
        question: { hostId: params.id, ...query },
      }),
  }),

  defineRoute(contract.updateHost, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'host.update',
    handler: async ({ params, body, actor, deps }) =>
      serialiseHost(await updateHost(deps.db, actor, params.id, body), actor.principal),
  }),

  defineRoute(contract.deleteHost, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'host.delete',
    handler: ({ params, actor, deps }) => deleteHost(deps.db, actor, params.id),
  }),

  defineRoute(contract.checkAddress, {
    access: 'hosts:write',
    reach: 'nothing',
    audit: 'host.check-address',
    rate: 'strict',
    location: jobLocation,
    handler: async ({ body, actor, deps }) => ({
      job: serialiseJob(await requestAddressCheck(deps, actor, body)),
    }),
  }),

  defineRoute(contract.connectHost, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'host.connect',
    rate: 'strict',
    location: jobLocation,
    handler: async ({ params, body, actor, deps }) =>
      withJob(actor.principal, await beginEnrolment(deps, actor, params.id, body)),
  }),

  defineRoute(contract.confirmHostKey, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'host.pin-key',
    rate: 'strict',
    location: jobLocation,
    handler: async ({ params, body, actor, deps }) =>
      withJob(actor.principal, await confirmHostKey(deps, actor, params.id, body.fingerprint)),
  }),

  defineRoute(contract.disconnectHost, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'host.disconnect',
    handler: ({ params, actor, deps }) => disconnectHost(deps.db, actor, params.id),
  }),

  defineRoute(contract.discoverHost, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'host.discover',
    rate: 'strict',
    location: jobLocation,
    handler: async ({ params, actor, deps }) =>
      withJob(actor.principal, await requestDiscovery(deps, actor, params.id)),
  }),

  defineRoute(contract.setGuestLog, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'host.set-guest-log',
    rate: 'strict',
    location: jobLocation,
    handler: async ({ params, body, actor, deps }) =>
      withJob(actor.principal, await setGuestLog(deps, actor, params, body)),
  }),

  defineRoute(contract.confirmGuestLog, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'host.pin-guest-key',
    rate: 'strict',
    location: jobLocation,
    handler: async ({ params, body, actor, deps }) =>
      withJob(actor.principal, await confirmGuestLog(deps, actor, params, body.fingerprint)),
  }),

  defineRoute(contract.removeGuestLog, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'host.remove-guest-log',
    handler: ({ params, actor, deps }) => removeGuestLog(deps.db, actor, params),
  }),

  defineRoute(contract.setDomainTargets, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'host.set-targets',
    handler: async ({ params, body, actor, deps }) =>
      serialiseHost(await setDomainTargets(deps.db, actor, params.id, body), actor.principal),
  }),
]
