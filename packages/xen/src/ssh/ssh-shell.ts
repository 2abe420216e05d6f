import type { Client, ClientChannel } from 'ssh2'
import { type HostCommand, renderCommandLine } from '../host-command.ts'
import { HostError } from '../host-error.ts'
import type {
  CommandAnswer,
  RemoteShell,
  RunOptions,
  StreamEnd,
  StreamOptions,
} from '../remote-shell.ts'
import { connectionLost, streamLine } from './stream-line.ts'

/**
 * `xl list` of the largest host is far below this; a host that sends more is not giving a valid
 * answer.
 */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024

export class SshShell implements RemoteShell {
  readonly #client: Client
  readonly #username: string
  readonly #timeoutMs: number
  readonly #closed: Promise<void>
  #lost: HostError | undefined

  constructor(client: Client, username: string, timeoutMs: number) {
    this.#client = client
    this.#username = username
    this.#timeoutMs = timeoutMs
    client.on('error', (error) => this.#lose(error.message))
    this.#closed = new Promise((resolve) => {
      client.once('close', () => {
        this.#lose('the connection was closed')
        resolve()
      })
    })
  }

  commandLine(command: HostCommand): string {
    return renderCommandLine(command, this.#username)
  }

  async run(command: HostCommand, options: RunOptions = {}): Promise<CommandAnswer> {
    const line = this.commandLine(command)
    if (this.#lost) throw this.#lost
    if (options.signal?.aborted) throw new HostError('cancelled', `\`${line}\` was cancelled.`)
    return await new Promise<CommandAnswer>((resolve, reject) => {
      const timeoutMs = options.timeoutMs ?? this.#timeoutMs
      // The command cannot be withdrawn, so a connection with an unanswered one is closed.
      const abandon = (error: HostError) => {
        settle(() => reject(error))
        this.#client.destroy()
      }
      const timer = setTimeout(() => {
        abandon(new HostError('timeout', `\`${line}\` was not answered within ${timeoutMs} ms.`))
      }, timeoutMs)
      const cancel = () => abandon(new HostError('cancelled', `\`${line}\` was cancelled.`))
      options.signal?.addEventListener('abort', cancel)
      const settle = (finish: () => void) => {
        clearTimeout(timer)
        options.signal?.removeEventListener('abort', cancel)
        this.#client.removeListener('close', lost)
        finish()
      }
      const lost = () => settle(() => reject(this.#lost ?? connectionLost(`during \`${line}\``)))
      this.#client.once('close', lost)
      try {
        this.#client.exec(line, (error, channel) => {
          if (error) return lost()
          collect(channel, line).then((answer) => settle(() => resolve(answer)), abandon)
        })
      } catch {
        lost()
      }
    })
  }

  async stream(command: HostCommand, options: StreamOptions): Promise<StreamEnd> {
    const line = this.commandLine(command)
    if (this.#lost) throw this.#lost
    return await streamLine(this.#client, line, options)
  }

  async close(): Promise<void> {
    this.#client.end()
    // A host that is gone does not answer the closing message.
    const timer = setTimeout(() => this.#client.destroy(), 1_000)
    await this.#closed
    clearTimeout(timer)
  }

  #lose(why: string): void {
    this.#lost ??= connectionLost(why)
  }
}

function collect(channel: ClientChannel, line: string): Promise<CommandAnswer> {
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    let bytes = 0
    const keep = (into: Buffer[]) => (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= MAX_OUTPUT_BYTES) into.push(chunk)
      else reject(new HostError('unexpected-answer', `\`${line}\` sends too much output.`))
    }
    channel.on('data', keep(stdout))
    channel.stderr.on('data', keep(stderr))
    channel.on('close', (code: number | null | undefined, signal?: string) => {
      if (typeof code === 'number') {
        const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString('utf8')
        resolve({ exitCode: code, stdout: text(stdout), stderr: text(stderr) })
      } else if (signal) {
        reject(new HostError('command-failed', `\`${line}\` was ended by a signal.`, signal))
      } else {
        reject(connectionLost(`\`${line}\` ended without an exit code`))
      }
    })
  })
}
