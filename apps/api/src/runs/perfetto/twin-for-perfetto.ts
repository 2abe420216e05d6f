import { type AskedHost, type HostToPlay, observeHost } from '@steelyard/analysis'
import { PerfettoTrace } from '@steelyard/traces'

/** Which play is to be shown, and how much of it. */
export interface ShownPlay {
  host: Pick<HostToPlay, 'known' | 'arrivals'>
  /** Null for the host as it was analysed. */
  asked: AskedHost | null
  seconds: number
}

/** The twin's states in Xen's words, as a recorded trace has them. */
const STATES = {
  blocked: 'blocked',
  woken: 'runnable',
  preempted: 'runnable',
  running: 'running',
  parked: 'offline',
} as const

/**
 * @returns the pieces of the file
 * @throws TwinError when the host cannot be played
 */
export function twinForPerfetto({ host, asked, seconds }: ShownPlay): Uint8Array[] {
  const { toSeconds, spans, requests } = observeHost(host, asked, seconds)
  const trace = new PerfettoTrace({ fromSeconds: 0, toSeconds, requests })
  for (const span of spans) trace.add({ ...span, state: STATES[span.state] })
  return [trace.take(), ...trace.requestPieces()]
}
