import { answerTimes } from '../../../e2e/xen-host/lib/answer-times.ts'
import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'
import { client, MEASURED } from './six-hogs.ts'

/**
 * Pings the measured guest from the client, once a second of the host's, as hping does by default.
 *
 * @returns the times of the answers in milliseconds, in order; none for what was not answered
 */
export async function sendPings(host: XenHost, count: number): Promise<number[]> {
  // The answers are printed at the end, so that Domain-0 has nothing else to carry meanwhile.
  const ping = `busybox ping -c ${count} ${MEASURED.address} >/tmp/pings; cat /tmp/pings`
  return answerTimes(await host.run(`${client} '${ping}' </dev/null`))
}
