import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerChannel } from 'ssh2'
import type { DoubleHost } from './double-state.ts'
import { xentopSample } from './xentop-sample.ts'

/** Faults during a recording, as plain data. */
export interface RecordingFaults {
  /** xentrace is not installed. */
  withoutXentrace?: boolean
  /** Another program reads the trace buffer. */
  foreignTraceReader?: boolean
  /** xentrace is killed halfway. */
  killXentrace?: boolean
  /** xentop is killed at its next sample. */
  killXentop?: boolean
  /** xentrace prints as much as is read from it. */
  floodXentrace?: boolean
  /** xentrace does not notice that its pipe is closed, and continues until its time is over. */
  xentraceOutlivesPipe?: boolean
  /** The connection is lost after this many samples of xentop. */
  cutAfterSamples?: number
  /** The followed log does not exist. */
  withoutLog?: boolean
}

interface Surroundings {
  host: DoubleHost
  faults: () => RecordingFaults
  cutConnections: () => void
  nowSeconds: () => number
  /** How much faster than real time everything runs. */
  speed: number
  /** How long the request of a line of the log took, in microseconds. */
  durationUs: (line: number) => number
  requestsPerSecond: number
}

const TRACE = readFileSync(new URL('../../fixtures/xentrace.bin', import.meta.url))
const TRACE_PIECES = 10
const MISSING = 127
const FOLLOWED = /^date \+%s\.%N; test -r \S+ \|\| exit 66; timeout (\d+) tail -n (\d+) -F \S+$/
export const BOOT_MASK = '0x0ffff000'

/** One program with its output; it ends early when its output is no longer read. */
class Running {
  readonly #channel: ServerChannel
  closed = false
  readonly #closing: Promise<void>

  constructor(channel: ServerChannel) {
    this.#channel = channel
    channel.resume() // without it ssh2 would not report that the other side has closed
    this.#closing = new Promise((resolve) => {
      channel.once('close', () => {
        this.closed = true
        resolve()
      })
    })
  }

  /** Waits like a program whose pipe is full. */
  async print(chunk: Buffer | string): Promise<void> {
    if (this.closed) return
    await Promise.race([
      this.#closing,
      new Promise<void>((resolve) => {
        this.#channel.write(chunk, () => resolve())
      }),
    ])
  }

  complain(text: string): void {
    if (!this.closed) this.#channel.stderr.write(text)
  }

  async wait(seconds: number): Promise<void> {
    if (!this.closed) await Promise.race([this.#closing, sleep(seconds * 1000)])
  }

  exit(status: number | string): void {
    if (this.closed) return
    if (typeof status === 'number') this.#channel.exit(status)
    else this.#channel.exit(status, false, '')
    this.#channel.end()
  }
}

/** The long-running programs of a host: xentop, xentrace, and tail in a guest. */
export class Recorders {
  readonly #around: Surroundings
  /** The state of tracing; an xentrace that dies leaves it on. */
  tracing = { on: false, mask: BOOT_MASK }
  /** How often two programs read the trace buffer at once. */
  collisions = 0
  /** Number of bytes that the flood could send. */
  printedBytes = 0
  #traceReaders = 0
  /** The number of the log's first line. */
  readonly #logBegan: number

  constructor(around: Surroundings) {
    this.#around = around
    this.#logBegan = around.nowSeconds() * around.requestsPerSecond
  }

  /**
   * Runs the command if it is one of these programs, or a query for them. Returns whether it was.
   */
  run(channel: ServerChannel, line: string): boolean {
    const running = new Running(channel)
    const [, seconds, linesAgain] = FOLLOWED.exec(line) ?? []
    if (seconds) void this.#followLog(running, Number(seconds), Number(linesAgain))
    else if (line === 'date +%s.%N') void this.#tellTime(running)
    else if (line === 'pidof xentrace xenbaked') void this.#findReaders(running)
    else if (/^stdbuf -oL xentop /.test(line)) void this.#xentop(running, line)
    else if (/^xentrace /.test(line)) void this.#xentrace(running, line)
    else return false
    return true
  }

  get #now(): string {
    return `${this.#around.nowSeconds().toFixed(9)}\n`
  }

  async #tellTime(running: Running): Promise<void> {
    await running.print(this.#now)
    running.exit(0)
  }

  async #findReaders(running: Running): Promise<void> {
    const { foreignTraceReader } = this.#around.faults()
    const pids = [...(foreignTraceReader ? [411] : []), ...(this.#traceReaders > 0 ? [902] : [])]
    if (pids.length > 0) await running.print(`${pids.join(' ')}\n`)
    running.exit(pids.length > 0 ? 0 : 1)
  }

  async #xentop(running: Running, line: string): Promise<void> {
    const { host, speed, faults, cutConnections } = this.#around
    const [, interval, samples] = / -d (\d+) -i (\d+)$/.exec(line)!.map(Number)
    for (let sample = 0; sample < samples! && !running.closed; sample += 1) {
      if (sample > 0) await running.wait(interval! / speed)
      if (faults().killXentop) return running.exit('KILL')
      await running.print(xentopSample(host, sample * interval!))
      if (sample + 1 === faults().cutAfterSamples) cutConnections()
    }
    running.exit(0)
  }

  async #xentrace(running: Running, line: string): Promise<void> {
    const faults = this.#around.faults()
    if (faults.withoutXentrace) {
      running.complain('bash: line 1: xentrace: command not found\n')
      return running.exit(MISSING)
    }
    const mask = / -e (\S+)/.exec(line)![1]!
    const seconds = Number(/ -T (\d+)/.exec(line)![1])
    if (this.#traceReaders > 0 || faults.foreignTraceReader) this.collisions += 1
    this.#traceReaders += 1
    running.complain(`change evtmask to 0x${Number(mask).toString(16)}\n`)
    this.tracing = { on: !line.includes(' -X '), mask }
    const outcome = this.tracing.on ? await this.#printTrace(running, seconds) : 'done'
    this.#traceReaders -= 1
    if (outcome === 'done') this.tracing.on = false
    running.exit(outcome === 'done' ? 0 : 'KILL')
  }

  async #printTrace(running: Running, seconds: number): Promise<'done' | 'died'> {
    const faults = this.#around.faults()
    const secondsPerPiece = seconds / TRACE_PIECES / this.#around.speed
    for (let piece = 0; piece < TRACE_PIECES; piece += 1) {
      await running.wait(secondsPerPiece)
      while (faults.floodXentrace && !running.closed) {
        await running.print(TRACE)
        this.printedBytes += TRACE.length
      }
      if (running.closed && faults.xentraceOutlivesPipe) await sleep(secondsPerPiece * 1000)
      else if (running.closed) return 'died'
      if (faults.killXentrace && piece === TRACE_PIECES / 2) return 'died'
      const [from, to] = [piece, piece + 1].map((end) =>
        Math.round((end * TRACE.length) / TRACE_PIECES),
      )
      await running.print(TRACE.subarray(from, to))
    }
    // A failed write ends it before it switches tracing off.
    return running.closed ? 'died' : 'done'
  }

  async #followLog(running: Running, seconds: number, linesAgain: number): Promise<void> {
    await running.print(this.#now)
    if (this.#around.faults().withoutLog) return running.exit(66)
    const { requestsPerSecond } = this.#around
    const now = () => this.#around.nowSeconds() * requestsPerSecond
    const began = now()
    const logged = Math.floor(began)
    const end = began + seconds * requestsPerSecond
    let line = Math.max(Math.ceil(this.#logBegan), logged - linesAgain)
    while (line < end && !running.closed) {
      // Like a server that has requests at even times, whether or not anyone follows. All that is
      // due is printed at once, so that a busy machine is late once and not with every line.
      let due = ''
      for (const to = Math.min(now(), end); line < to; line++)
        due += logLine(line / requestsPerSecond, this.#around.durationUs(line))
      if (due !== '') await running.print(due)
      await running.wait((line + 1 - now()) / requestsPerSecond / this.#around.speed)
    }
    running.exit(124)
  }
}

/** A line of `%h %l %u %t "%r" %>s %b %D`. */
function logLine(nowSeconds: number, durationUs: number): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(
    new Date(nowSeconds * 1000).toUTCString(),
  )!
  return `10.77.0.2 - - [${day}/${month}/${year}:${time} +0000] "GET /spin.php?n=1 HTTP/1.1" 200 11 ${durationUs}\n`
}
