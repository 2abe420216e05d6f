import { z } from 'zod'
import { CAPS_MONITOR_MODES } from '../choices.ts'
import { DomainName, IdParams, Timestamp, Trouble } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { RealTimeSet } from '../runs/real-time.ts'
import { Confirmation } from '../second-factors.ts'
import { PolicyGrant } from './policies.ts'

export const CapsMonitorMode = z
  .enum(CAPS_MONITOR_MODES)
  .describe(
    '`dry-run`: the host is sampled, and the journal says which caps would be set. `automatic`: they are set, as long as a grant for caps holds.',
  )
export type CapsMonitorMode = z.infer<typeof CapsMonitorMode>

const CapPercent = z.number().int().min(1).max(12_800)

/** A domain without deadlines, and between which caps the monitor may choose for it. */
const CappedDomain = RealTimeSet.shape.others
  .unwrap()
  .element.extend({
    leastCapPercent: CapPercent.default(1).describe('Percent of one pCPU.'),
    highestCapPercent: CapPercent.nullable()
      .default(null)
      .describe('Null: as much as its vCPUs can use.'),
  })
  .refine(({ leastCapPercent, vCpus = 1 }) => leastCapPercent <= 100 * vCpus, {
    path: ['leastCapPercent'],
    error: 'at most 100 for each vCPU',
  })
  .refine(({ leastCapPercent: least, highestCapPercent: highest }) => least <= (highest ?? least), {
    path: ['highestCapPercent'],
    error: 'at least `leastCapPercent`',
  })

/** Which domains of a host are real-time, and how far the caps of the others may follow them. */
export const CapsMonitorSettings = RealTimeSet.extend({
  mode: CapsMonitorMode.default('dry-run'),
  others: z.array(CappedDomain).min(1).max(64),
}).meta({ id: 'CapsMonitorSettings' })
export type CapsMonitorSettings = z.infer<typeof CapsMonitorSettings>

const CapBounds = z.object({
  domain: DomainName,
  leastCapPercent: CapPercent,
  highestCapPercent: CapPercent.nullable(),
})

/** What a grant for caps allows at most, whatever the settings say later. */
export const CapsGrantBounds = z.object({ caps: z.array(CapBounds) })
export type CapsGrantBounds = z.infer<typeof CapsGrantBounds>

/** A person’s word that caps within these bounds may be changed on a host without a person present. */
export const CapsGrant = PolicyGrant.extend({
  levers: z.array(z.enum(['cap'])),
  bounds: CapsGrantBounds,
}).meta({ id: 'CapsGrant' })
export type CapsGrant = z.infer<typeof CapsGrant>

const Cap = z.number().int().describe('Percent of one pCPU; 0 means no cap.')

/** The monitor of a host, and what it does now. */
export const CapsMonitor = z
  .object({
    settings: CapsMonitorSettings,
    statement: z.string().describe('What it does now, and why.'),
    canActNow: z
      .boolean()
      .describe('Whether caps are set as wanted, or nothing keeps them from it.'),
    realTime: z.array(
      z.object({
        domain: z.string(),
        state: z.enum(['active', 'idle', 'unknown']),
        usedPCpus: z.number().nullable().describe('In the newest sample; null without one.'),
      }),
    ),
    caps: z.array(
      z.object({
        domain: z.string(),
        wantedPercent: Cap.nullable().describe('Null for a domain that does not run.'),
        inForcePercent: Cap.nullable().describe('As last read; null if it never was.'),
        beforePercent: Cap.nullable().describe(
          'What the monitor will give back; null while it holds nothing of this domain.',
        ),
      }),
    ),
    sampledAt: Timestamp.nullable(),
    grant: CapsGrant.nullable().describe('The newest grant for caps that holds.'),
    trouble: Trouble.nullable().describe('Why the last try to sample or to set caps failed.'),
  })
  .meta({ id: 'CapsMonitor' })
export type CapsMonitor = z.infer<typeof CapsMonitor>

export const getCapsMonitor = endpoint({
  id: 'getCapsMonitor',
  method: 'GET',
  path: '/hosts/:id/caps-monitor',
  tag: 'Loop',
  summary: 'Get whether the caps of a host follow its real-time domains, and what that does now',
  params: IdParams,
  status: 200,
  response: z.object({ monitor: CapsMonitor.nullable() }),
})

export const setCapsMonitor = endpoint({
  id: 'setCapsMonitor',
  method: 'PUT',
  path: '/hosts/:id/caps-monitor',
  tag: 'Loop',
  summary: 'Let the caps of a host follow its real-time domains, or only say what they would be',
  params: IdParams,
  body: CapsMonitorSettings,
  status: 200,
  response: CapsMonitor,
})

export const removeCapsMonitor = endpoint({
  id: 'removeCapsMonitor',
  method: 'DELETE',
  path: '/hosts/:id/caps-monitor',
  tag: 'Loop',
  summary: 'Remove the caps monitor of a host and revoke its grants; the caps stay as they are',
  params: IdParams,
  status: 204,
})

export const giveCapsGrant = endpoint({
  id: 'giveCapsGrant',
  method: 'POST',
  path: '/hosts/:id/caps-monitor/grant',
  tag: 'Loop',
  summary:
    'Allow, with the password or a passkey, that caps within the bounds of the caps monitor are changed without a person present',
  params: IdParams,
  body: Confirmation.safeExtend({ expiresAt: Timestamp.describe('Within a year.') }),
  status: 201,
  response: CapsGrant,
})

export const revokeCapsGrant = endpoint({
  id: 'revokeCapsGrant',
  method: 'DELETE',
  path: '/hosts/:id/caps-monitor/grant',
  tag: 'Loop',
  summary: 'Revoke every grant for caps on a host',
  params: IdParams,
  status: 204,
})
