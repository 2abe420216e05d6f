import { z } from 'zod'
import { wholeNumber } from '../inventory/records.ts'
import type { CallOptions, XapiPool } from '../session/xapi-pool.ts'
import { XapiError } from '../xapi-error.ts'
import { type GuestPlace, placeOfGuest, reference, referenceOf } from './guest-place.ts'

export interface MoveWish {
  guestUuid: string
  toHostUuid: string
}

/**
 * Why a move is not tried, as a code.
 * `not-possible` is XAPI's own list of hosts, `cannot-run-there` its check of one host, which looks at
 * more; both are asked, because neither includes the other.
 */
export type MoveRefusal =
  | {
      code:
        | 'guest-unknown'
        | 'host-unknown'
        | 'control-domain'
        | 'not-running'
        | 'already-there'
        | 'guest-busy'
        | 'not-allowed'
        | 'host-not-live'
        | 'host-disabled'
        | 'not-possible'
        | 'pool-upgrading'
        | 'ha-overcommitted'
        | 'not-agile'
    }
  | { code: 'blocked'; because: string }
  | { code: 'not-enough-memory'; neededBytes: number; freeBytes: number }
  | { code: 'cannot-run-there'; xapiCode: string; parameters: readonly string[] }

export interface MoveCheck {
  /** Empty: XAPI is expected to take the move. */
  refusals: MoveRefusal[]
  /** The host where it runs, or null. */
  fromHostUuid: string | null
}

/** A check with what XAPI calls the guest and the two hosts. */
export interface CheckedMove extends MoveCheck {
  references: { guest: string; source: string; destination: string } | null
}

type Options = Pick<CallOptions, 'signal'>

const pools = z.record(
  z.string(),
  z.object({
    ha_enabled: z.boolean(),
    ha_overcommitted: z.boolean(),
    other_config: z.record(z.string(), z.string()),
  }),
)
const hosts = z.record(
  z.string(),
  z.object({
    uuid: z.string(),
    enabled: z.boolean(),
    metrics: z.string(),
    software_version: z.record(z.string(), z.string()),
  }),
)

/**
 * Asks everything that XAPI can say before a guest is moved to a host of its pool. It changes nothing.
 * @throws XapiError where the pool cannot be asked
 */
export async function checkMove(
  pool: XapiPool,
  wish: MoveWish,
  options: Options = {},
): Promise<CheckedMove> {
  const known = async (className: 'VM' | 'host', uuid: string) => {
    try {
      return await referenceOf(pool, className, uuid, options)
    } catch (error) {
      if (error instanceof XapiError && error.xapiCode === 'UUID_INVALID') return null
      throw error
    }
  }
  const guest = await known('VM', wish.guestUuid)
  const destination = await known('host', wish.toHostUuid)
  const unknown = (code: 'guest-unknown' | 'host-unknown'): CheckedMove => ({
    refusals: [{ code }],
    fromHostUuid: null,
    references: null,
  })
  if (guest === null) return unknown('guest-unknown')
  if (destination === null) return unknown('host-unknown')
  const place = await placeOfGuest(pool, guest, options)
  const all = await pool.call('host.get_all_records', [], hosts, options)
  const source = all[place.resident_on]
  return {
    refusals: [
      ...ofGuest(place, destination),
      ...(await ofHosts(pool, all, source?.software_version, destination, options)),
      ...(await ofHighAvailability(pool, guest, place, options)),
      ...(await ofDestination(pool, guest, place, destination, options)),
    ],
    fromHostUuid: source?.uuid.toLowerCase() ?? null,
    references: source ? { guest, source: place.resident_on, destination } : null,
  }
}

function ofGuest(place: GuestPlace, destination: string): MoveRefusal[] {
  const refusals: MoveRefusal[] = []
  const blocked = place.blocked_operations.pool_migrate
  if (place.is_control_domain) refusals.push({ code: 'control-domain' })
  if (place.power_state !== 'Running') refusals.push({ code: 'not-running' })
  if (place.resident_on === destination) refusals.push({ code: 'already-there' })
  if (blocked !== undefined) refusals.push({ code: 'blocked', because: blocked.slice(0, 500) })
  if (Object.keys(place.current_operations).length > 0) refusals.push({ code: 'guest-busy' })
  else if (blocked === undefined && !place.allowed_operations.includes('pool_migrate'))
    refusals.push({ code: 'not-allowed' })
  return refusals
}

async function ofHosts(
  pool: XapiPool,
  all: z.infer<typeof hosts>,
  sourceVersion: Record<string, string> | undefined,
  destination: string,
  options: Options,
): Promise<MoveRefusal[]> {
  const refusals: MoveRefusal[] = []
  const host = all[destination]
  const isLive = host
    ? await pool.call('host_metrics.get_live', [host.metrics], z.boolean(), options)
    : false
  if (!isLive) refusals.push({ code: 'host-not-live' })
  if (!host?.enabled) refusals.push({ code: 'host-disabled' })
  if (versionOf(sourceVersion) !== versionOf(host?.software_version))
    refusals.push({ code: 'pool-upgrading' })
  return refusals
}

async function ofHighAvailability(
  pool: XapiPool,
  guest: string,
  place: GuestPlace,
  options: Options,
): Promise<MoveRefusal[]> {
  const [found] = Object.values(await pool.call('pool.get_all_records', [], pools, options))
  const refusals: MoveRefusal[] = []
  if (found && 'rolling_upgrade_in_progress' in found.other_config)
    refusals.push({ code: 'pool-upgrading' })
  if (!found?.ha_enabled) return refusals
  if (found.ha_overcommitted) refusals.push({ code: 'ha-overcommitted' })
  if (
    place.ha_restart_priority !== '' &&
    (await refused(pool, 'VM.assert_agile', [guest], options))
  )
    refusals.push({ code: 'not-agile' })
  return refusals
}

async function ofDestination(
  pool: XapiPool,
  guest: string,
  place: GuestPlace,
  destination: string,
  options: Options,
): Promise<MoveRefusal[]> {
  const refusals: MoveRefusal[] = []
  const shape = z.array(reference)
  const possible = await pool.call('VM.get_possible_hosts', [guest], shape, options)
  if (!possible.includes(destination)) refusals.push({ code: 'not-possible' })
  const method = 'VM.assert_can_boot_here'
  const refusal = await refused(pool, method, [guest, destination], options)
  if (refusal) refusals.push({ code: 'cannot-run-there', ...refusal })
  const freeBytes = await pool.call('host.compute_free_memory', [destination], wholeNumber, options)
  const neededBytes = place.memory_static_max
  if (neededBytes > freeBytes) refusals.push({ code: 'not-enough-memory', neededBytes, freeBytes })
  return refusals
}

/** What XAPI says against a call that only checks; null where it says nothing. */
async function refused(
  pool: XapiPool,
  method: string,
  params: string[],
  options: Options,
): Promise<{ xapiCode: string; parameters: readonly string[] } | null> {
  try {
    await pool.call(method, params, z.unknown(), options)
    return null
  } catch (error) {
    if (!(error instanceof XapiError) || error.code !== 'refused' || error.xapiCode === null)
      throw error
    return { xapiCode: error.xapiCode, parameters: error.parameters }
  }
}

function versionOf(version: Record<string, string> | undefined): string {
  return [version?.product_version, version?.platform_version, version?.xapi_build].join()
}
