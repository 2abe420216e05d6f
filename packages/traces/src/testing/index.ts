export { type DrawnSlice, type Packet, packetsOf, slicesOf } from './read-perfetto.ts'
