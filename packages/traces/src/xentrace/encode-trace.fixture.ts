import { EVENT } from './trace-events.ts'

/** A record as Xen puts it into a pCPU's buffer. */
export interface Written {
  at: number
  pCpu: number
  event: number
  data: number[]
}

export function change(
  at: number,
  pCpu: number,
  [domain, vCpu]: readonly [number, number],
  from: number,
  to: number,
): Written {
  return { at, pCpu, event: 0x21001 | (from << 8) | (to << 4), data: [(domain << 16) | vCpu] }
}

/** The record that Xen writes when there is room again: everything since `since` is lost. */
export function lost(at: number, pCpu: number, since: number, records = 7): Written {
  const data = [records, 0, since % 2 ** 32, Math.floor(since / 2 ** 32)]
  return { at, pCpu, event: EVENT.lostRecords, data }
}

function encodeRecord({ at, event, data }: Written): Buffer {
  const bytes = Buffer.alloc(12 + data.length * 4)
  bytes.writeUInt32LE((0x8000_0000 | (data.length << 28) | event) >>> 0, 0)
  bytes.writeUInt32LE(at % 2 ** 32, 4)
  bytes.writeUInt32LE(Math.floor(at / 2 ** 32), 8)
  for (const [i, word] of data.entries()) bytes.writeUInt32LE(word >>> 0, 12 + i * 4)
  return bytes
}

export function encodePiece(pCpu: number, records: readonly Written[]): Buffer {
  const content = Buffer.concat(records.map(encodeRecord))
  const header = Buffer.alloc(12)
  header.writeUInt32LE((2 << 28) | EVENT.cpuChange, 0)
  header.writeUInt32LE(pCpu, 4)
  header.writeUInt32LE(content.length, 8)
  return Buffer.concat([header, content])
}

/**
 * The file that xentrace would write: at each of the times it drains all pCPUs' buffers in turn,
 * each slightly later; empty ones leave nothing.
 */
export function encodeTrace(
  records: readonly Written[],
  drains: readonly number[] = [],
  later = 0,
): Buffer {
  const pCpus = [...new Set(records.map(({ pCpu }) => pCpu))].sort((a, b) => a - b)
  const rest = new Map(pCpus.map((pCpu) => [pCpu, records.filter((r) => r.pCpu === pCpu)]))
  const pieces: Buffer[] = []
  for (const drain of [...drains, Number.POSITIVE_INFINITY])
    for (const [i, pCpu] of pCpus.entries()) {
      const waiting = rest.get(pCpu)!
      const ready = waiting.filter(({ at }) => at <= drain + i * later)
      if (ready.length === 0) continue
      pieces.push(encodePiece(pCpu, ready))
      rest.set(pCpu, waiting.slice(ready.length))
    }
  return Buffer.concat(pieces)
}
