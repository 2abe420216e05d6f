import { setTimeout as sleep } from 'node:timers/promises'
import { isPortFree } from '../free-port.ts'

const POLL_MS = 200
/** The children of a launcher that was killed outright need a moment to notice and exit. */
const GRACE_MS = 10_000

/** Returns once nothing listens on the port; throws when it stays in use. */
export async function requireFreePort(
  name: string,
  port: number,
  host: string,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + GRACE_MS
  while (!(await isFree(name, port, host))) {
    if (Date.now() > deadline) {
      throw new Error(`Port ${port} on ${host} is in use. Set ${name} to another one.`)
    }
    await sleep(POLL_MS, undefined, { signal })
  }
}

async function isFree(name: string, port: number, host: string): Promise<boolean> {
  try {
    return await isPortFree(port, host)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Cannot listen on ${host}:${port} (${reason}). See STEELYARD_HOST and ${name}.`)
  }
}
