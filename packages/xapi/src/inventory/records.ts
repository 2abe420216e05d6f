import { z } from 'zod'

/** What XAPI has in place of a reference to nothing. */
const NOTHING = 'OpaqueRef:NULL'

/** Older releases of XAPI write whole numbers as texts in JSON too. */
export const wholeNumber = z
  .union([z.number(), z.string().regex(/^-?\d{1,19}$/)])
  .transform(Number)
  .refine(Number.isSafeInteger)

export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
  .toLowerCase()

const reference = z.string().transform((text) => (text === NOTHING || text === '' ? null : text))
const references = z.array(z.string())
const texts = z.record(z.string(), z.string())
const name = z.string()

/** All records of a class by their references: what `get_all_records` answers. */
const all = <T extends z.ZodType>(record: T) => z.record(z.string(), record)

export const pools = all(
  z.object({
    uuid,
    name_label: name,
    master: z.string(),
    ha_enabled: z.boolean(),
    wlb_url: z.string().default(''),
    wlb_enabled: z.boolean().default(false),
    other_config: texts,
  }),
)

export const hosts = all(
  z.object({
    uuid,
    name_label: name,
    address: z.string(),
    enabled: z.boolean(),
    metrics: reference,
    cpu_info: texts,
    host_CPUs: references,
    software_version: texts,
    control_domain: reference.optional(),
    numa_affinity_policy: z.string().nullish(),
  }),
)

export const hostMetrics = all(
  z.object({ live: z.boolean(), memory_total: wholeNumber, memory_free: wholeNumber }),
)

export const hostCpus = all(z.object({ host: z.string() }))

export const guests = all(
  z.object({
    uuid,
    name_label: name,
    power_state: z.enum(['Running', 'Halted', 'Paused', 'Suspended']),
    is_a_template: z.boolean(),
    is_a_snapshot: z.boolean(),
    is_control_domain: z.boolean(),
    resident_on: reference,
    scheduled_to_be_resident_on: reference.optional(),
    affinity: reference,
    domid: wholeNumber,
    VCPUs_params: texts,
    VCPUs_at_startup: wholeNumber,
    memory_target: wholeNumber,
    memory_static_max: wholeNumber,
    memory_dynamic_max: wholeNumber,
    metrics: reference,
    VBDs: references,
    tags: z.array(z.string()),
    allowed_operations: z.array(z.string()),
    current_operations: texts,
    blocked_operations: texts,
    ha_restart_priority: z.string(),
  }),
)

export const guestMetrics = all(z.object({ memory_actual: wholeNumber, VCPUs_number: wholeNumber }))

export const blockDevices = all(z.object({ VDI: reference, type: z.string() }))

export const disks = all(z.object({ SR: reference }))

export const storageLinks = all(
  z.object({ host: z.string(), SR: z.string(), currently_attached: z.boolean() }),
)

export const storages = all(z.object({ uuid, name_label: name, shared: z.boolean() }))

export const groups = all(
  z.object({ uuid, name_label: name, placement: z.string(), VMs: references }),
)

type Of<T extends z.ZodType> = z.infer<T>

/** What one reading has of each class, by references. */
export interface PoolRecords {
  pools: Of<typeof pools>
  hosts: Of<typeof hosts>
  hostMetrics: Of<typeof hostMetrics>
  hostCpus: Of<typeof hostCpus>
  guests: Of<typeof guests>
  guestMetrics: Of<typeof guestMetrics>
  blockDevices: Of<typeof blockDevices>
  disks: Of<typeof disks>
  storageLinks: Of<typeof storageLinks>
  storages: Of<typeof storages>
  groups: Of<typeof groups>
}

export type HostRecord = PoolRecords['hosts'][string]
export type GuestRecord = PoolRecords['guests'][string]
