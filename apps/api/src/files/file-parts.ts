/** An object that holds some bytes of a file, beginning with this one. */
export interface FilePart {
  fromByte: number
  bytes: number
}

/** Bytes of one part. */
export interface Piece {
  part: FilePart
  /** From the beginning of the part. */
  fromByte: number
  toByte: number
}

/**
 * How many bytes are there without a gap. Parts may overlap after a sender was cut off and went on
 * elsewhere; they hold the same bytes then.
 * @param parts in the order of their first bytes
 */
export function wholeBytes(parts: readonly FilePart[]): number {
  let end = 0
  for (const { fromByte, bytes } of parts) {
    if (fromByte > end) break
    end = Math.max(end, fromByte + bytes)
  }
  return end
}

/** Which parts hold the bytes of a range, each byte once. */
export function piecesOf(parts: readonly FilePart[], fromByte: number, toByte: number): Piece[] {
  const pieces: Piece[] = []
  const end = Math.min(toByte, wholeBytes(parts))
  let next = fromByte
  for (const part of parts) {
    const partEnd = Math.min(part.fromByte + part.bytes, end)
    if (partEnd <= next || next < part.fromByte) continue
    pieces.push({ part, fromByte: next - part.fromByte, toByte: partEnd - part.fromByte })
    next = partEnd
  }
  return pieces
}
