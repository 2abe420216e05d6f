import type { Config } from '../config.ts'
import { type Series, writeRequest } from './write-request.ts'

const PATIENCE_MS = 10_000

/** They say that we may not, or that nobody is there: nothing about what was sent. */
const LATER_STATUSES = new Set([401, 403, 404, 407, 408, 429])

/**
 * Sends series to where the setting says.
 * @returns why the receiver will never take them; null once it has them
 * @throws Error when it may take them later
 */
export async function postSeries(
  { remoteWriteUrl, remoteWriteHeaders }: Pick<Config, 'remoteWriteUrl' | 'remoteWriteHeaders'>,
  series: readonly Series[],
): Promise<string | null> {
  const answer = await fetch(remoteWriteUrl!, {
    method: 'POST',
    headers: {
      'user-agent': 'Steelyard',
      ...remoteWriteHeaders,
      'content-type': 'application/x-protobuf',
      'content-encoding': 'snappy',
      'x-prometheus-remote-write-version': '0.1.0',
    },
    body: Buffer.from(writeRequest(series)),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const said = (await answer.text()).trim().slice(0, 200)
  if (answer.ok) return null
  const reason = `${answer.status} ${said}`
  if (answer.status < 400 || answer.status >= 500 || LATER_STATUSES.has(answer.status))
    throw new Error(`the receiver answered ${reason}`)
  return reason
}
