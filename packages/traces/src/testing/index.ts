export { change, encodeTrace } from '../xentrace/encode-trace.fixture.ts'
export { BLOCKED, RUNNABLE, RUNNING } from '../xentrace/trace-events.ts'
export { type DrawnSlice, type Packet, packetsOf, slicesOf } from './read-perfetto.ts'
