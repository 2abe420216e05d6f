import { z } from 'zod'
import { wholeNumber } from '../inventory/records.ts'
import type { CallOptions, XapiPool } from '../session/xapi-pool.ts'

/** What a record of a guest has to say about where it is. */
const place = z.object({
  power_state: z.string(),
  resident_on: z.string(),
  scheduled_to_be_resident_on: z.string().default('OpaqueRef:NULL'),
  domid: wholeNumber,
  is_control_domain: z.boolean(),
  memory_static_max: wholeNumber,
  ha_restart_priority: z.string(),
  allowed_operations: z.array(z.string()),
  current_operations: z.record(z.string(), z.string()),
  blocked_operations: z.record(z.string(), z.string()),
})
export type GuestPlace = z.infer<typeof place>

export const reference = z.string()

type Options = Pick<CallOptions, 'signal'>

/** @throws XapiError with `xapiCode` UUID_INVALID for what XAPI does not know */
export async function referenceOf(
  pool: XapiPool,
  className: 'VM' | 'host',
  uuid: string,
  options: Options,
): Promise<string> {
  return pool.call(`${className}.get_by_uuid`, [uuid], reference, options)
}

export async function placeOfGuest(
  pool: XapiPool,
  guest: string,
  options: Options,
): Promise<GuestPlace> {
  return pool.call('VM.get_record', [guest], place, options)
}
