import { z } from 'zod'
import type { CallOptions, XapiPool } from '../session/xapi-pool.ts'
import { RUN_STATE_SOURCES } from './sample-of.ts'

const sources = z.array(z.object({ name_label: z.string(), enabled: z.boolean() }))

/**
 * Makes XAPI record the run states of a running guest, which needs the role vm-admin. It stays so
 * until the guest is shut down. What this Xen does not offer is left out: a Xen that does not count
 * run states offers none.
 *
 * @returns the data sources that are recorded now, and those that the host does not offer
 * @throws XapiError, for a guest that does not run with `xapiCode` VM_BAD_POWER_STATE
 */
export async function recordRunStates(
  pool: XapiPool,
  guest: { uuid: string },
  options: Pick<CallOptions, 'signal'> = {},
): Promise<{ recorded: string[]; notOffered: string[] }> {
  const reference = await pool.call('VM.get_by_uuid', [guest.uuid], z.string(), options)
  const offered = await pool.call('VM.get_data_sources', [reference], sources, options)
  const recorded: string[] = []
  const notOffered: string[] = []
  for (const name of RUN_STATE_SOURCES) {
    const source = offered.find((each) => each.name_label === name)
    if (!source) {
      notOffered.push(name)
      continue
    }
    if (!source.enabled)
      await pool.call('VM.record_data_source', [reference, name], z.unknown(), options)
    recorded.push(name)
  }
  return { recorded, notOffered }
}
