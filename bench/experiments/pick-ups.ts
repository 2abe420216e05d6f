import { gunzipSync } from 'node:zlib'
import type { XenHost } from '../../e2e/xen-host/lib/xen-host.ts'

const LOG = '/var/log/apache2/access-begin-end.log'

/** When a guest's server took up each request, in seconds since the epoch by the guest's clock. */
export async function pickUpsOf(host: XenHost, guest: number): Promise<number[]> {
  const show = `cut -d " " -f 1 ${LOG} | gzip -1 -c | base64 -w 0`
  const packed = await host.runInGuest(guest, show)
  const microseconds = gunzipSync(Buffer.from(packed, 'base64')).toString().trim().split('\n')
  return microseconds.map((us) => Number(us) / 1e6)
}
