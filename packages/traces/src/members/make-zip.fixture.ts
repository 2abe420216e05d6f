import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: Buffer
  /** Unix mode of the entry; an ordinary file by default. */
  mode?: number
  /** Written as it is instead of being compressed. */
  stored?: boolean
  /** What the directory states as the checksum; that of the content by default. */
  crc?: number
  /** The directory points to the bytes of the entry before, which are written once. */
  sharesBytes?: boolean
}

/** A zip with exactly these names and modes, however invalid, which no zip writer would produce. */
export function makeZip(entries: ZipEntry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  let startByte = 0
  for (const { name, content, mode = 0o100644, stored, crc, sharesBytes } of entries) {
    const fileName = Buffer.from(name)
    const packed = stored ? content : deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800, 2)
    common.writeUInt16LE(stored ? 0 : 8, 4)
    common.writeUInt32LE(crc ?? crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(fileName.length, 22)
    if (!sharesBytes) {
      startByte = offset
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, fileName, packed])
      bodies.push(local)
      offset += local.length
    }
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((mode << 16) >>> 0, 6)
    tail.writeUInt32LE(startByte, 10)
    const madeByUnix = Buffer.from([20, 3])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeByUnix, common, tail, fileName]))
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, central, end])
}
