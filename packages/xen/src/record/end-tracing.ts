import { setTimeout as sleep } from 'node:timers/promises'
import { Contact } from '../apply/contact.ts'
import { expectSuccess } from '../check-answer.ts'
import { HostError, isContactLost } from '../host-error.ts'
import type { RemoteShell } from '../remote-shell.ts'
import type { TracingEnd } from './recording-facts.ts'
import { someoneReadsTrace } from './trace-readers.ts'

const POLL_MS = 1_000
/** On a closed pipe xentrace ends within a second. */
const WAIT_SECONDS = 15
/** The run itself takes a second. */
const RUN_TIMEOUT_MS = 30_000

/**
 * Switches tracing off, and resets the mask to the one that Xen boots with. This is needed after
 * every xentrace that did not end by itself: on a closed pipe it dies, and tracing stays on. Nor
 * does it reliably switch tracing off at the end of its time, because an interrupted write makes it
 * fail then. The function waits for readers of the trace buffer to end and changes nothing while
 * there is one. It never throws: the result contains what could not be done.
 */
export async function endTracing(shell: RemoteShell): Promise<TracingEnd> {
  return await switchOff(shell, WAIT_SECONDS).catch(leftOn)
}

/**
 * The same over a new connection if the one that recorded is gone.
 *
 * @param waitSeconds how long the host may hold the dead connection, and xentrace with it
 */
export async function endTracingAgain(
  shell: RemoteShell,
  reconnect: (() => Promise<RemoteShell>) | undefined,
  waitSeconds: number,
): Promise<TracingEnd> {
  try {
    return await switchOff(shell, WAIT_SECONDS)
  } catch (error) {
    if (!isContactLost(error) || !reconnect) return leftOn(error)
  }
  const contact = new Contact(shell, { reconnect })
  try {
    await contact.renew()
    return await switchOff(contact.shell, waitSeconds)
  } catch (error) {
    return leftOn(error)
  } finally {
    await contact.release()
  }
}

/** @throws HostError */
async function switchOff(shell: RemoteShell, waitSeconds: number): Promise<TracingEnd> {
  for (let waited = 0; await someoneReadsTrace(shell); waited += POLL_MS) {
    if (waited >= waitSeconds * 1000) {
      throw new HostError('command-failed', 'A program still reads the trace buffer.')
    }
    await sleep(POLL_MS)
  }
  const command = { verb: 'end-tracing' } as const
  const answer = await shell.run(command, { timeoutMs: RUN_TIMEOUT_MS })
  expectSuccess(answer, shell.commandLine(command))
  return { off: true, maskRestored: true, problem: null }
}

/** The state of tracing is unknown, so it may be on. */
function leftOn(error: unknown): TracingEnd {
  if (!(error instanceof HostError)) throw error
  const problem = error.detail ? `${error.message} ${error.detail}` : error.message
  return { off: false, maskRestored: false, problem }
}
