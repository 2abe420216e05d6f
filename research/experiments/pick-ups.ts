import { gunzipSync } from 'node:zlib'
import type { XenHost } from '../../e2e/xen-host/lib/xen-host.ts'

const LOG = '/var/log/apache2/access-begin-end.log'

/** When a guest's server took up each request, in seconds since the epoch by the guest's clock. */
export async function pickUpsOf(host: XenHost, guest: number): Promise<number[]> {
  const microseconds = await columnOf(host, guest, 1)
  return microseconds.map((us) => us / 1e6)
}

/** How long each request took by a guest's log, in seconds and in the order of their ends. */
export async function loggedTimesOf(host: XenHost, guest: number): Promise<number[]> {
  const microseconds = await columnOf(host, guest, 3)
  return microseconds.map((us) => us / 1e6)
}

async function columnOf(host: XenHost, guest: number, column: number): Promise<number[]> {
  const show = `cut -d " " -f ${column} ${LOG} | gzip -1 -c | base64 -w 0`
  const packed = await host.runInGuest(guest, show)
  return gunzipSync(Buffer.from(packed, 'base64')).toString().trim().split('\n').map(Number)
}
