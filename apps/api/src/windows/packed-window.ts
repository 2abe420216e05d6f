import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Observation } from '@steelyard/traces'

/** What of an observation is not said by the row that it is stored in. */
type Packed = Omit<Observation, 'windowStartEpochSeconds' | 'windowSeconds'>

/** The first byte, so that another layout can come beside this one. */
const LAYOUT = 1

/**
 * What the text of every window repeats. Deflate finds it here instead of writing it out, which
 * makes a window of 10 s several times smaller. Stored windows cannot be read with another text.
 */
const DICTIONARY = Buffer.from(
  '"schedule":{"offlineSeconds":0,"wakeToRun":{"count":,"meanSeconds":0.000,"varianceSeconds2":' +
    '"preemptedWait":{"count":"runLength":{"blockedLength":{"continuations":' +
    '"waitedBehindSeconds":{"Domain-0":"idle":"source":"xentrace","clientRequests":null,' +
    '"resolution":"millisecond""resolution":"second""interArrival":null,"duration":null,' +
    '"arrivalsByPart":[null,null,null,null,null,null,null,null,null,null],"completions":null,' +
    '{"domain":"Domain-0","requests":null,"clientRequests":null,"cpu":null},' +
    '{"domain":"Domain-0","requests":null,"clientRequests":null,"cpu":{"source":"xentop",' +
    '"usedSeconds":0.,"usedByPart":[0.0,0.0],"runnableWaitSeconds":null,"blockedSeconds":null,' +
    '"dispatches":null,"ioCount":null,"coveredSeconds":10}},{"domain":"vm1","requests":{' +
    '"arrivals":0,"arrivalsByPart":[0,0,0,0,0,0,0,0,0,0],"errors":0,"completions":{"count":0,' +
    '"errors":0},"coveredSeconds":10,"interArrival":{"count":,"meanSeconds":0.00,' +
    '"varianceSeconds2":0.000,"resolution":"microsecond"},"secondCounts":{' +
    '"resolution":"microsecond","arrivals":,"squares":},"duration":{"count":,"meanSeconds":0.00,' +
    '"varianceSeconds2":0.0000,"minSeconds":0.00,"maxSeconds":0.,"p50Seconds":0.0,' +
    '"p95Seconds":0.,"p99Seconds":0.,"sketch":"1300:,2,1,2:,1,3:,4:"},"meanBytes":},' +
    '"clientRequests":null,"cpu":{"source":"xentop","usedSeconds":',
)
/** Beyond this a window of 10 s shrinks by less than 1 %, for half as much time again. */
const LEVEL = 6
/** No window of any host comes near it: the bound is against damaged rows. */
const MAX_TEXT_BYTES = 64 * 2 ** 20

/** The observations of all domains of one host in one window. */
export function packWindow(observations: readonly Observation[]): Buffer<ArrayBuffer> {
  const kept: Packed[] = observations.map(
    ({ windowStartEpochSeconds: _start, windowSeconds: _length, ...rest }) => rest,
  )
  const deflated = deflateRawSync(JSON.stringify(kept), { dictionary: DICTIONARY, level: LEVEL })
  return Buffer.concat([Buffer.of(LAYOUT), deflated])
}

/** @throws Error for bytes that `packWindow` did not write */
export function unpackWindow(
  bytes: Uint8Array,
  window: Pick<Observation, 'windowStartEpochSeconds' | 'windowSeconds'>,
): Observation[] {
  if (bytes[0] !== LAYOUT) throw new Error(`Windows of layout ${bytes[0]} are unknown.`)
  const text = inflateRawSync(bytes.subarray(1), {
    dictionary: DICTIONARY,
    maxOutputLength: MAX_TEXT_BYTES,
  })
  const kept = JSON.parse(text.toString('utf8')) as Packed[]
  return kept.map((rest) => ({ ...rest, ...window }))
}
