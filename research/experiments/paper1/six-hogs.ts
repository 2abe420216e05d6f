import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'
import { guestAddress } from '../../recordings/guest-address.ts'
import { loginTo } from '../../recordings/lab-host.ts'

/** Table 4 has twelve guests that never stop computing on two pCPUs: six for each. */
const HOGS = 6
/** The guest that is pinged, and that receives the stream. */
export const MEASURED = { number: 1, name: 'vm1', address: guestAddress(1) }

export const hogs = Array.from({ length: HOGS }, (_, index) => ({
  number: index + 1,
  name: `vm${index + 1}`,
}))

/** Logs in to the guest that stands for a machine on the network. */
export const client = loginTo(HOGS + 1)

/** Starts a process in each of the six that uses all the CPU it can get. */
export async function startSixHogs(host: XenHost): Promise<void> {
  for (const { number } of hogs) await host.run(`${loginTo(number)} 'hog on' </dev/null`)
}
