import { expectSuccess } from '../check-answer.ts'
import { MAX_SAMPLES } from '../host-command.ts'
import { HostError } from '../host-error.ts'
import { readClock } from '../record/clock.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { WholeSamples } from './whole-samples.ts'

interface WatchXentopOptions {
  /** 1 to 60. */
  intervalSeconds: number
  /** @param atEpochSeconds when xentop printed it, on our clock */
  onSample(atEpochSeconds: number, text: string): void
  signal: AbortSignal
  /** Our clock, in seconds since the epoch. */
  nowSeconds(): number
}

/** A silence longer than an interval plus this ends the watch. */
const PATIENCE_SECONDS = 30
/** xentop of a host of a thousand domains prints this much in its longest run; then it is renewed. */
const MAX_BYTES = 1024 ** 3

/**
 * Passes on every sample of one xentop until its last one: the caller runs it again on the same
 * shell. The first sample covers no time.
 *
 * @throws HostError; `cancelled` after the signal, `timeout` when no sample comes any more
 */
export async function watchXentop(
  shell: RemoteShell,
  { intervalSeconds, onSample, signal, nowSeconds }: WatchXentopOptions,
): Promise<void> {
  const { roundTripSeconds } = await readClock(shell, nowSeconds, 1)
  let passedOn = 0
  const samples = new WholeSamples((arrivedAt, text) => {
    passedOn += 1
    onSample(arrivedAt - roundTripSeconds / 2, text)
  })
  const silence = new Silence(intervalSeconds + PATIENCE_SECONDS)
  const command = { verb: 'xentop', intervalSeconds, samples: MAX_SAMPLES } as const
  try {
    const end = await shell.stream(command, {
      sink(chunk) {
        silence.broken()
        samples.push(chunk, nowSeconds())
      },
      timeoutMs: 2 * MAX_SAMPLES * intervalSeconds * 1000,
      maxBytes: MAX_BYTES,
      signal: AbortSignal.any([signal, silence.signal]),
    })
    samples.end()
    expectSuccess({ ...end, stdout: '' }, shell.commandLine(command))
    // To run one that ends at once again and again would be a busy loop.
    if (passedOn < 2)
      throw new HostError('unexpected-answer', 'xentop ended before its second sample.')
  } catch (error) {
    if (silence.signal.aborted && !signal.aborted)
      throw new HostError('timeout', 'xentop has printed nothing for too long.')
    throw error
  } finally {
    silence.end()
    samples.end()
  }
}

/** Aborts when nothing came for some time. */
class Silence {
  readonly #tooLong = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(seconds: number) {
    this.#timer = setTimeout(() => this.#tooLong.abort(), seconds * 1000)
  }

  get signal(): AbortSignal {
    return this.#tooLong.signal
  }

  broken(): void {
    this.#timer.refresh()
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
