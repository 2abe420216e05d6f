import { z } from 'zod'
import { LEAST_SHARE, POLICY_MODES } from '../choices.ts'
import {
  DomainName,
  Id,
  IdParams,
  Line,
  Name,
  Share,
  Timestamp,
  TimeZone,
  timeOfDay,
} from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { TagPattern } from '../roles.ts'
import { Confirmation } from '../second-factors.ts'

export const PolicyMode = z
  .enum(POLICY_MODES)
  .describe(
    '`off`: hotspots are only noted. `recommend`: weights are recommended, and a person makes the change. `approve`: a recommendation is applied as soon as a person approves it. `automatic`: one of a kind that was approved and confirmed before is applied without a person; any other waits for approval, unless the grant covers it.',
  )
export type PolicyMode = z.infer<typeof PolicyMode>

const TimeOfDay = timeOfDay('06:30')

/** A daily window in which changes may be made. */
export const ChangeWindow = z.object({
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .max(7)
    .describe('1 is Monday. The day on which the window begins.'),
  from: TimeOfDay,
  to: TimeOfDay.describe('At or before `from`: on the next day.'),
})
export type ChangeWindow = z.infer<typeof ChangeWindow>

/** A time in which nothing is changed. */
const Blackout = z
  .object({ from: Timestamp, to: Timestamp, reason: Name })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    error: 'must be after `from`',
  })

/** A domain that may be given less, and down to which part of the guests’ weights. */
const Payer = z.object({ domain: DomainName, leastShare: Share })

/** What the loop may do on a host, and when. */
export const PolicySettings = z
  .object({
    mode: PolicyMode.default('recommend'),
    dryRun: z
      .boolean()
      .default(true)
      .describe('Everything but the change itself: the journal says what would have been applied.'),
    timeZone: TimeZone.default('UTC'),
    windows: z
      .array(ChangeWindow)
      .max(20)
      .default([])
      .describe('When changes may be made, in `timeZone`. Empty: at any time.'),
    blackouts: z.array(Blackout).max(50).default([]),
    coolDownMinutes: z
      .number()
      .int()
      .min(1)
      .max(10_080)
      .default(3)
      .describe('The least time between two changes of a host.'),
    leastGain: z
      .number()
      .min(0.02)
      .max(1)
      .default(0.05)
      .describe(
        'The least predicted improvement of the objective, as a fraction of it, that is worth what an analysis advises.',
      ),
    largestStep: z
      .number()
      .min(0.05)
      .max(1)
      .default(1)
      .describe('The most by which one change moves a domain’s part of the guests’ weights.'),
    payers: z
      .array(Payer)
      .max(64)
      .nullable()
      .default(null)
      .describe(
        `The domains that may be given less. Null: every guest, down to ${LEAST_SHARE} of the guests’ weights.`,
      ),
    lookBackMinutes: z
      .number()
      .int()
      .min(5)
      .max(240)
      .default(30)
      .describe('How much of what was observed an analysis rests on.'),
    expiryMinutes: z
      .number()
      .int()
      .min(5)
      .max(1440)
      .default(60)
      .describe('How long a recommendation waits for approval.'),
    outcomeMinutes: z
      .number()
      .int()
      .min(3)
      .max(240)
      .default(4)
      .describe('How long a change is observed before its outcome is judged.'),
    missedWindows: z.number().int().min(1).max(60).default(2).describe('k of the trigger.'),
    ofWindows: z
      .number()
      .int()
      .min(1)
      .max(60)
      .default(3)
      .describe('n of the trigger: windows of a minute.'),
  })
  .refine(({ missedWindows, ofWindows }) => missedWindows <= ofWindows, {
    path: ['missedWindows'],
    error: 'at most `ofWindows`',
  })
  .meta({ id: 'PolicySettings' })
export type PolicySettings = z.infer<typeof PolicySettings>

/** What a grant allows at most, whatever the policy says later. */
export const GrantBounds = z.object({
  largestStep: PolicySettings.shape.largestStep,
  payers: PolicySettings.shape.payers,
  knowsKinds: z
    .boolean()
    .default(false)
    .describe('Whether a change of a kind that nobody approved here before may also be made.'),
})
export type GrantBounds = z.infer<typeof GrantBounds>

/** A person’s word that plans within these bounds may be applied to a host without a person present. */
export const PolicyGrant = z
  .object({
    id: Id,
    hostId: Id,
    levers: z.array(z.enum(['weight'])),
    bounds: GrantBounds,
    givenBy: z.string(),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    revokedAt: Timestamp.nullable(),
    revokedBy: z.string().nullable(),
    holds: z.boolean().describe('Whether it is neither expired nor revoked.'),
  })
  .meta({ id: 'PolicyGrant' })
export type PolicyGrant = z.infer<typeof PolicyGrant>

export const TagPolicy = z
  .object({
    id: Id,
    tag: TagPattern,
    settings: PolicySettings,
    updatedAt: Timestamp,
  })
  .meta({ id: 'TagPolicy' })
export type TagPolicy = z.infer<typeof TagPolicy>

/** The policy in force on a host, and where it comes from. */
export const HostPolicy = z
  .object({
    source: z
      .enum(['host', 'tag', 'none'])
      .describe(
        'Its own; that of the most cautious rule for one of its tags; or none, which means `off`.',
      ),
    tag: z.string().nullable(),
    settings: PolicySettings,
    grant: PolicyGrant.nullable().describe('The newest grant that holds.'),
    statement: z.string().describe('What happens now when a target of this host is missed.'),
    canActNow: z.boolean().describe('Whether a change may be made at this moment.'),
    hindrances: z.array(z.string()).describe('Why not, one sentence each.'),
  })
  .meta({ id: 'HostPolicy' })
export type HostPolicy = z.infer<typeof HostPolicy>

export const getHostPolicy = endpoint({
  id: 'getHostPolicy',
  method: 'GET',
  path: '/hosts/:id/policy',
  tag: 'Loop',
  summary: 'Get the policy in force on a host',
  params: IdParams,
  status: 200,
  response: HostPolicy,
})

export const setHostPolicy = endpoint({
  id: 'setHostPolicy',
  method: 'PUT',
  path: '/hosts/:id/policy',
  tag: 'Loop',
  summary: 'Give a host a policy of its own',
  params: IdParams,
  body: PolicySettings,
  status: 200,
  response: HostPolicy,
})

export const removeHostPolicy = endpoint({
  id: 'removeHostPolicy',
  method: 'DELETE',
  path: '/hosts/:id/policy',
  tag: 'Loop',
  summary: 'Remove a host’s own policy, so that those of its tags apply',
  params: IdParams,
  status: 204,
})

export const listTagPolicies = endpoint({
  id: 'listTagPolicies',
  method: 'GET',
  path: '/policies',
  tag: 'Loop',
  summary: 'List the policies of tags',
  status: 200,
  response: z.object({ data: z.array(TagPolicy) }),
})

export const setTagPolicy = endpoint({
  id: 'setTagPolicy',
  method: 'PUT',
  path: '/policies',
  tag: 'Loop',
  summary: 'Give the hosts with a tag a policy',
  body: z.object({ tag: TagPattern, settings: PolicySettings }),
  status: 200,
  response: TagPolicy,
})

export const removeTagPolicy = endpoint({
  id: 'removeTagPolicy',
  method: 'DELETE',
  path: '/policies/:id',
  tag: 'Loop',
  summary: 'Remove the policy of a tag',
  params: IdParams,
  status: 204,
})

export const givePolicyGrant = endpoint({
  id: 'givePolicyGrant',
  method: 'POST',
  path: '/hosts/:id/policy/grant',
  tag: 'Loop',
  summary:
    'Allow, with the password or a passkey, that weights within the bounds of the policy in force are applied without a person present',
  params: IdParams,
  body: Confirmation.safeExtend({
    expiresAt: Timestamp.describe('Within a year.'),
    knowsKinds: GrantBounds.shape.knowsKinds,
  }),
  status: 201,
  response: PolicyGrant,
})

export const revokePolicyGrant = endpoint({
  id: 'revokePolicyGrant',
  method: 'DELETE',
  path: '/hosts/:id/policy/grant',
  tag: 'Loop',
  summary: 'Revoke every grant for weights on a host',
  params: IdParams,
  status: 204,
})

export const LoopStop = z
  .object({ stoppedAt: Timestamp, stoppedBy: z.string(), reason: z.string() })
  .meta({ id: 'LoopStop' })
export type LoopStop = z.infer<typeof LoopStop>

const LoopState = z.object({
  stop: LoopStop.nullable().describe('Null: changes are made as the policies say.'),
})

export const getLoop = endpoint({
  id: 'getLoop',
  method: 'GET',
  path: '/loop',
  tag: 'Loop',
  summary: 'Get whether all changes without a person are stopped',
  status: 200,
  response: LoopState,
})

export const stopLoop = endpoint({
  id: 'stopLoop',
  method: 'POST',
  path: '/loop/stop',
  tag: 'Loop',
  summary: 'Stop every change that no person makes, on all hosts, at once',
  body: z.object({ reason: Line.max(500) }),
  status: 200,
  response: LoopState,
})

export const resumeLoop = endpoint({
  id: 'resumeLoop',
  method: 'POST',
  path: '/loop/resume',
  tag: 'Loop',
  summary: 'Let the policies act again; takes a role on every host',
  body: z.object({}),
  status: 200,
  response: LoopState,
})
