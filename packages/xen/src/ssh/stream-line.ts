import type { Client, ClientChannel } from 'ssh2'
import { HostError } from '../host-error.ts'
import type { StreamEnd, StreamOptions } from '../remote-shell.ts'

/** A program's error messages are short; in a flood of them, the beginning says most. */
const MAX_STDERR_BYTES = 16 * 1024

/**
 * Runs one command line and passes its output on, chunk by chunk. A slow sink pauses the channel;
 * the SSH window (2 MiB) then fills and stops the program on the other side.
 */
export function streamLine(
  client: Client,
  line: string,
  { sink, timeoutMs, maxBytes, signal }: StreamOptions,
): Promise<StreamEnd> {
  return new Promise((resolve, reject) => {
    let channel: ClientChannel | undefined
    let settled = false
    const settle = (finish: () => void) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      client.removeListener('close', lost)
      finish()
    }
    const stop = (error: unknown) =>
      settle(() => {
        if (channel) hangUp(channel)
        reject(error)
      })
    const cancel = () => stop(new HostError('cancelled', `\`${line}\` was cancelled.`))
    const lost = () => stop(connectionLost(`during \`${line}\``))
    const late = () =>
      stop(new HostError('timeout', `\`${line}\` did not end within ${timeoutMs} ms.`))
    const timer = setTimeout(late, timeoutMs)
    signal?.addEventListener('abort', cancel)
    client.once('close', lost)
    if (signal?.aborted) return cancel()
    const tooLarge = () =>
      stop(new HostError('too-large', `\`${line}\` printed more than ${maxBytes} bytes.`))
    const open = (error: Error | undefined, opened: ClientChannel) => {
      // sshd refuses further sessions above its MaxSessions.
      if (error)
        return stop(new HostError('command-failed', `\`${line}\` was not started.`, error.message))
      if (settled) return hangUp(opened)
      channel = opened
      pass(opened, line, { sink, maxBytes, tooLarge }).then(
        (end) => settle(() => resolve(end)),
        stop,
      )
    }
    try {
      client.exec(line, open)
    } catch {
      lost() // ssh2 throws when the connection is gone
    }
  })
}

/** Closes the program's pipes at once, even if it has more output. */
function hangUp(channel: ClientChannel): void {
  channel.removeAllListeners('data')
  channel.resume()
  channel.close()
}

interface Passing extends Pick<StreamOptions, 'sink' | 'maxBytes'> {
  tooLarge: () => void
}

function pass(
  channel: ClientChannel,
  line: string,
  { sink, maxBytes, tooLarge }: Passing,
): Promise<StreamEnd> {
  return new Promise((resolve, reject) => {
    const stderr: Buffer[] = []
    let stderrBytes = 0
    let bytes = 0
    let taken: Promise<void> = Promise.resolve()
    channel.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) return tooLarge()
      channel.pause()
      taken = taken.then(() => sink(chunk)).then(() => void channel.resume())
      taken.catch(reject)
    })
    channel.stderr.on('data', (chunk: Buffer) => {
      if (stderrBytes < MAX_STDERR_BYTES) stderr.push(chunk)
      stderrBytes += chunk.length
    })
    channel.on('error', () => {})
    channel.on('close', (code: number | null | undefined, signalName?: string) => {
      if (typeof code === 'number') {
        const said = Buffer.concat(stderr).toString('utf8', 0, MAX_STDERR_BYTES)
        taken.then(() => resolve({ exitCode: code, stderr: said, bytes }), reject)
      } else if (signalName) {
        reject(new HostError('command-failed', `\`${line}\` was ended by a signal.`, signalName))
      } else {
        reject(connectionLost(`\`${line}\` ended without an exit code`))
      }
    })
    channel.end()
  })
}

export function connectionLost(detail: string): HostError {
  return new HostError('connection-lost', 'Contact with the host was lost.', detail)
}
