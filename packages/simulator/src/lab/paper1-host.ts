import type { GuestLoad, TwinConfig, TwinGuest } from '../config/twin-config.ts'

/** The domain that paper 1 measures: the first of the twelve. */
export const PAPER1_MEASURED = 'dom1'

const HOGS = 12
const weight = 128

/**
 * CPU seconds of a small packet in Domain-0 and in a guest's network stack, as traced on Xen 4.17
 * (`request-path.ts`); the paper gives none for its Celeron 847. Their effect is negligible,
 * because waits there are a thousand times as long.
 */
const packet = { domain0Seconds: 57e-6, guestSeconds: 35e-6 }

/**
 * hping: one packet a second, hping's default, answered by the guest's kernel itself with priority
 * over the guest's processes. The gaps vary by a tenth: packets in step with slices of 30 ms would
 * hit the same few moments of the rotation again and again.
 */
const ping: GuestLoad = {
  arrivals: { kind: 'renewal', ratePerSecond: 1, squaredCoefficientOfVariation: 0.01 },
  serviceTime: { kind: 'constant', seconds: 0 },
  path: [
    { on: 'domain-0', cpuSeconds: packet.domain0Seconds },
    { on: 'guest', cpuSeconds: packet.guestSeconds },
    { on: 'domain-0', cpuSeconds: packet.domain0Seconds, answers: true },
  ],
}

/** TCP over 100 Mbit/s Ethernet: 1448 of each 1538 bytes on the wire are payload. */
const lineRateBitsPerSecond = (100e6 * 1448) / 1538

/** The window of a TCP connection without window scaling, divided into this many chunks. */
const window = { bytes: 65_536, chunks: 5 }
const chunkBits = (8 * window.bytes) / window.chunks

/**
 * A proxy for iperf: chunks at line rate while at most a window of them is unacknowledged. dom1's
 * kernel accepts them whenever dom1 runs; while it does not, the sender stalls. No slow start, no
 * loss. The cost of a chunk is that of a ring of packets handled at once, and small compared with
 * the waits.
 */
const stream: GuestLoad = {
  arrivals: { kind: 'periodic', ratePerSecond: lineRateBitsPerSecond / chunkBits },
  outstanding: window.chunks,
  serviceTime: { kind: 'constant', seconds: 0 },
  path: [
    { on: 'domain-0', cpuSeconds: packet.domain0Seconds },
    { on: 'guest', cpuSeconds: packet.guestSeconds },
    { on: 'domain-0', cpuSeconds: packet.domain0Seconds, answers: true },
  ],
}

/**
 * The host of paper 1's Table 4: twelve guests that never stop computing on two pCPUs under Xen
 * 4.5's credit, all with weight 128, and a Domain-0 that only handles packets. The paper measures
 * dom1's response times (Table 6, figure 5) and its bandwidth (figures 6 to 9) one at a time, and
 * so does the twin.
 */
export function paper1Host(measured: 'response' | 'bandwidth' = 'response'): TwinConfig {
  const load = measured === 'response' ? ping : stream
  const guests = Array.from({ length: HOGS }, (_, index): TwinGuest => {
    const name = `dom${index + 1}`
    return { name, weight, hogs: 1, ...(name === PAPER1_MEASURED ? { load } : {}) }
  })
  return {
    pCpus: 2,
    scheduler: { name: 'credit', xenVersion: '4.5' },
    domain0: { name: 'Domain-0', weight },
    guests,
  }
}

/**
 * Converts answered chunks into the bandwidth that iperf would show.
 * @param answeredPerSecond of dom1 on `paper1Host('bandwidth')`
 */
export function bandwidthMbitPerSecond(answeredPerSecond: number): number {
  return (answeredPerSecond * chunkBits) / 1e6
}
