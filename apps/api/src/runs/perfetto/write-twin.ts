import { type AskedHost, type HostToPlay, observeHost } from '@steelyard/analysis'
import { PerfettoTrace } from '@steelyard/traces'
import { MadeFile, type PlaceForFile } from '../../uploads/room/made-file.ts'

/** Which play is to be shown, and how much of it. */
interface PlayToWrite {
  place: PlaceForFile
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

/** @throws TwinError when the host cannot be played; AppError as `MadeFile` does */
export async function writeTwin({ place, host, asked, seconds }: PlayToWrite): Promise<void> {
  const { toSeconds, spans, requests } = observeHost(host, asked, seconds)
  const trace = new PerfettoTrace({ fromSeconds: 0, toSeconds, requests })
  await MadeFile.at(place, async (made) => {
    for (const span of spans) trace.add({ ...span, state: STATES[span.state] })
    await made.write(trace.take())
    for (const piece of trace.requestPieces()) await made.write(piece)
  })
}
