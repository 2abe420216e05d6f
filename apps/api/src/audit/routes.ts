import * as contract from '@steelyard/contract'
import { defineRoute } from '../http/define-route.ts'
import { toPage } from '../http/paging.ts'
import { inLane, sentAsRead } from '../http/route-cost.ts'
import { auditLane } from '../threads/lanes.ts'
import { readInThread } from '../threads/read-in-thread.ts'
import { audit } from './audit.ts'
import { auditKey } from './audit-key.ts'
import { exportAuditEvents } from './export-audit-events.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { makeAnchor } from './make-anchor.ts'
import { sendExport } from './send-export.ts'
import { serialiseAuditEvent } from './serialise-audit-event.ts'
import type { verifyAuditChain } from './verify-audit-chain.ts'

export const auditRoutes = [
  defineRoute(contract.listAuditEvents, {
    access: 'audit:read',
    async handler({ query, deps }) {
      const rows = await listAuditEvents(deps.db, query)
      return toPage(rows, query.limit, serialiseAuditEvent, (row) => String(row.sequence))
    },
  }),

  defineRoute(contract.checkAuditIntegrity, {
    access: 'audit:read',
    rate: 'strict',
    cost: inLane(auditLane, 'the events of the trail'),
    handler: ({ deps }) =>
      readInThread<typeof verifyAuditChain>(
        deps,
        {
          module: new URL('./verify-audit-chain.ts', import.meta.url),
          name: 'verifyAuditChain',
          question: auditKey(),
        },
        auditLane,
      ),
  }),

  defineRoute(contract.getAuditAnchor, {
    access: 'audit:read',
    handler: ({ deps }) => makeAnchor(deps.db),
  }),

  defineRoute(contract.exportAuditEvents, {
    access: 'audit:read',
    rate: 'strict',
    audit: 'audit.export',
    cost: sentAsRead('the events of the trail'),
    async handler({ query, actor, deps, http }) {
      await deps.db.$transaction((tx) =>
        audit(tx, actor, { action: 'audit.export', detail: query }),
      )
      const from = query.from ? new Date(query.from) : undefined
      const to = query.to ? new Date(query.to) : undefined
      await sendExport(http.reply, deps.log, exportAuditEvents(deps.db, { from, to }))
    },
  }),
]
