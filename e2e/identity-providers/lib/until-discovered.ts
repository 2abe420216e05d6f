import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for the discovery document of a provider that has just been started. */
export async function untilDiscovered(issuer: string, process: ChildProcess): Promise<void> {
  for (;;) {
    if (process.exitCode !== null) throw new Error('the identity provider did not start')
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => null)
    if (answer?.ok) return
    await sleep(200)
  }
}
