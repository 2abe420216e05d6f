/** The unit is 10 us: finer than the time stamps of any log, and four bytes hold half a day. */
const UNITS_PER_SECOND = 100_000
const BYTES = 4

export function packed(offsetsSeconds: Float64Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(offsetsSeconds.length * BYTES)
  const view = new DataView(bytes.buffer)
  for (const [index, seconds] of offsetsSeconds.entries()) {
    view.setUint32(index * BYTES, Math.round(seconds * UNITS_PER_SECOND), true)
  }
  return bytes
}

export function unpacked(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float64Array.from(
    { length: bytes.byteLength / BYTES },
    (_, index) => view.getUint32(index * BYTES, true) / UNITS_PER_SECOND,
  )
}
