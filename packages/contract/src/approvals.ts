import { z } from 'zod'
import { Id, IdParams, Notes, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Plan } from './plans.ts'
import { TagPattern } from './roles.ts'
import { Confirmation } from './second-factors.ts'

/** Plans for the hosts that it covers need a second person before they are applied. */
export const ApprovalRule = z
  .object({
    id: Id,
    tag: TagPattern.nullable().describe('`web` or `web-*`; null: every host.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'ApprovalRule' })
export type ApprovalRule = z.infer<typeof ApprovalRule>

export const listApprovalRules = endpoint({
  id: 'listApprovalRules',
  method: 'GET',
  path: '/approval-rules',
  tag: 'Plans',
  summary: 'List the rules that say on which hosts a plan needs a second person',
  status: 200,
  response: z.object({ data: z.array(ApprovalRule) }),
})

export const addApprovalRule = endpoint({
  id: 'addApprovalRule',
  method: 'POST',
  path: '/approval-rules',
  tag: 'Plans',
  summary: 'Demand a second person for plans on hosts with a tag, or on every host',
  body: z.object({ tag: TagPattern.nullable() }),
  status: 201,
  response: ApprovalRule,
})

export const removeApprovalRule = endpoint({
  id: 'removeApprovalRule',
  method: 'DELETE',
  path: '/approval-rules/:id',
  tag: 'Plans',
  summary: 'Remove a rule of approval',
  params: IdParams,
  status: 204,
})

/** What a person decides about exactly one plan. */
export const PlanDecision = Confirmation.safeExtend({
  hash: Text.max(128),
  decision: z.enum(['approved', 'rejected']),
  note: Notes.default(''),
})

export const decidePlan = endpoint({
  id: 'decidePlan',
  method: 'POST',
  path: '/plans/:id/approval',
  tag: 'Plans',
  summary:
    'Approve or reject exactly this plan, which someone else made; the password or a passkey must be given again',
  params: IdParams,
  body: PlanDecision,
  status: 200,
  response: Plan,
})
