import { z } from 'zod'
import { Id, Timestamp, Trouble, Weight } from '../common.ts'

export const GuestLogState = z.enum([
  'probing',
  'awaiting-confirmation',
  'connecting',
  'ready',
  'failing',
])
export type GuestLogState = z.infer<typeof GuestLogState>

/** How a guest's access log is followed during a recording: over SSH, with a key that does only that. */
export const GuestLog = z
  .object({
    state: GuestLogState,
    address: z.string(),
    port: z.number().int(),
    username: z.string(),
    path: z.string(),
    logFormat: z.string().nullable().describe('As in `SourceSettings`; null to detect it.'),
    authorizedKeysLine: z
      .string()
      .nullable()
      .describe(
        'Line for the guest account’s `authorized_keys`; the key can only follow this one file.',
      ),
    offeredFingerprint: z.string().nullable(),
    pinnedFingerprint: z.string().nullable(),
    trouble: Trouble.nullable(),
  })
  .meta({ id: 'GuestLog' })
export type GuestLog = z.infer<typeof GuestLog>

/** Values that Steelyard last set on a domain and verified by reading them back. */
export const AppliedWeight = z.object({
  weight: Weight.nullable().describe('Null when Steelyard never set it.'),
  cap: z.number().int().nullable(),
  affinity: z.array(z.string()).nullable().describe('As in `Domain`.'),
  cpupool: z.string().nullable().describe('The cpupool that Steelyard moved it to.'),
  applicationId: Id,
  appliedAt: Timestamp,
  configLines: z
    .array(z.string())
    .describe(
      'Lines for the guest’s xl configuration file, so that the values survive its restart.',
    ),
})
export type AppliedWeight = z.infer<typeof AppliedWeight>

/** A difference between a domain’s last reading and what Steelyard last set. */
export const DomainDrift = z.object({
  kind: z.enum(['weight', 'cap', 'affinity', 'cpupool', 'recreated', 'gone']),
  text: z.string(),
})
export type DomainDrift = z.infer<typeof DomainDrift>

export const Domain = z
  .object({
    id: Id,
    name: z.string(),
    xenUuid: z.string().nullable(),
    xenId: z.number().int().nullable(),
    vCpus: z.number().int().nullable(),
    memoryMb: z.number().int().nullable(),
    weight: Weight.nullable(),
    cap: z.number().int().nullable().describe('Percent of one pCPU; 0 means no cap.'),
    cpupool: z.string().nullable(),
    affinity: z
      .array(z.string())
      .nullable()
      .describe(
        'The pCPUs of vCPU 0, 1, ... (`all`, `0-1,3`); a single entry when all vCPUs have the same.',
      ),
    state: z.string().nullable(),
    seenAt: Timestamp.nullable(),
    gone: z.boolean(),
    target: z.object({
      responseTimeMs: z.number().nullable(),
      throughputPerSecond: z.number().nullable(),
      isSoft: z.boolean().describe('As in `SlaTarget`.'),
    }),
    guestLog: GuestLog.nullable(),
    applied: AppliedWeight.nullable(),
    drift: z.array(DomainDrift),
    driftSince: Timestamp.nullable().describe('When a reading first showed the drift.'),
  })
  .meta({ id: 'Domain' })
export type Domain = z.infer<typeof Domain>
