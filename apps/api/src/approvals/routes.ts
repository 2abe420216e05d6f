import * as contract from '@steelyard/contract'
import { byId } from '../access/reach.ts'
import type { ApprovalRuleModel } from '../generated/prisma/models.ts'
import { defineRoute } from '../http/define-route.ts'
import { asManyAs } from '../http/route-cost.ts'
import { serialisePlan } from '../plans/serialise-plan.ts'
import { proofOf } from '../second-factors/proof.ts'
import { addRule, removeRule } from './change-rules.ts'
import { decidePlan } from './decide-plan.ts'

const serialiseRule = ({ id, tag, createdAt }: ApprovalRuleModel) => ({
  id,
  tag,
  createdAt: createdAt.toISOString(),
})

export const approvalRoutes = [
  defineRoute(contract.listApprovalRules, {
    access: 'plans:read',
    reach: 'nothing',
    cost: asManyAs('rules of approval'),
    async handler({ deps }) {
      const rules = await deps.db.approvalRule.findMany({ orderBy: { id: 'asc' } })
      return { data: rules.map(serialiseRule) }
    },
  }),

  defineRoute(contract.addApprovalRule, {
    access: 'people:manage',
    everyRight: true,
    fresh: true,
    audit: 'approval-rule.add',
    handler: async ({ body, actor, deps }) =>
      serialiseRule(await addRule(deps.db, actor, body.tag)),
  }),

  defineRoute(contract.removeApprovalRule, {
    access: 'people:manage',
    everyRight: true,
    fresh: true,
    audit: 'approval-rule.remove',
    handler: ({ params, actor, deps }) => removeRule(deps.db, actor, params.id),
  }),

  defineRoute(contract.decidePlan, {
    access: 'plans:approve',
    reach: byId('plan'),
    audit: 'plan.decide',
    rate: 'strict',
    async handler({ params, body, actor, deps, http }) {
      const proof = await proofOf(deps, http.request, body)
      return serialisePlan(await decidePlan(deps, actor, params.id, { ...body, proof }))
    },
  }),
]
