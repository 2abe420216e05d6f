import { upperMedian } from '@steelyard/model'
import { findFreePort } from '../../scripts/lib/free-port.ts'
import { cpuSecondsOf } from '../reads/cpu-time.ts'
import { signIn } from '../reads/sign-in.ts'
import { startProcess } from '../reads/start-process.ts'

const WEEK_MS = 7 * 86_400_000
const READS = 15

/**
 * Asks the API for the series of one host over a week.
 * @returns the median and the longest time, and the CPU time of the API for one answer
 */
export async function timeWeek(dataDir: string, databaseUrl: string, hostId: string) {
  const port = await findFreePort()
  const env = { DATABASE_URL: databaseUrl, STEELYARD_API_PORT: String(port) }
  const api = await startProcess('api', dataDir, env)
  try {
    const base = `http://127.0.0.1:${port}/api/v1`
    const { token } = await signIn(base, api.ready.setupUrlPath)
    const times: number[] = []
    const before = cpuSecondsOf(api.pid)
    // Each range is another one, so that no answer is sent again.
    for (let read = 0; read < READS; read++)
      times.push(await timeOf(`${base}/hosts/${hostId}/watch/series?${rangeOf(read)}`, token))
    const cpuMs = (1000 * (cpuSecondsOf(api.pid) - before)) / READS
    return { medianMs: upperMedian(times)!, longestMs: Math.max(...times), cpuMs }
  } finally {
    await api.stop()
  }
}

function rangeOf(read: number): URLSearchParams {
  const to = Date.now() - read
  return new URLSearchParams({
    from: new Date(to - WEEK_MS).toISOString(),
    to: new Date(to).toISOString(),
    maxPoints: '720',
  })
}

async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  const reply = await fetch(url, { headers })
  const body = await reply.text()
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${body}`)
  return performance.now() - began
}
