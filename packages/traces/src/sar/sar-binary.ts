import type { UnknownDetection } from '../detect/detection.ts'

/** SYSSTAT_MAGIC of sa.h, in either order of bytes; it begins every file since sysstat 8. */
const MAGIC = 0xd596
/** The formats so far are 0x2169 to 0x2175. */
const FORMAT_HIGH_BYTE = 0x21

/** The binary files of sar, which only a sysstat that is about as old reads. */
export function sarBinary(bytes: Buffer): UnknownDetection | null {
  if (bytes.length < 4) return null
  const isLittle = bytes.readUInt16LE(0) === MAGIC && bytes[3] === FORMAT_HIGH_BYTE
  const isBig = bytes.readUInt16BE(0) === MAGIC && bytes[2] === FORMAT_HIGH_BYTE
  if (!isLittle && !isBig) return null
  return {
    kind: 'unknown',
    reason:
      'This is a binary file of sar (saNN), which only its own version of sysstat reads. Where it was recorded, `sadf -d saNN -- -u > cpu.csv` or `LC_ALL=C sar -u -f saNN > cpu.txt` writes it as text: upload that instead.',
    expected: 'the output of sadf -d or sar -u',
    samples: [],
  }
}
