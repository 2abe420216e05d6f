import { HostError } from '../host-error.ts'
import type { RemoteShell } from '../remote-shell.ts'

/**
 * Whether a program reads the trace buffer now: xentrace, or xenmon's xenbaked.
 *
 * @throws HostError `command-failed` when the host gives no answer
 */
export async function someoneReadsTrace(shell: RemoteShell): Promise<boolean> {
  const { exitCode, stdout, stderr } = await shell.run({ verb: 'trace-readers' })
  if (exitCode === 0 && /^\d+( \d+)*\s*$/.test(stdout)) return true
  if (exitCode === 1 && stdout.trim() === '' && stderr.trim() === '') return false
  throw new HostError(
    'command-failed',
    'The host does not say which programs read the trace buffer.',
    stderr.trim() || stdout.trim(),
  )
}
