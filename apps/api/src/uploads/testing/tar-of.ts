/** A POSIX ustar archive, made by hand so that it may hold what no well-behaved packer writes. */
export function tarOf(entries: readonly { name: string; content: string }[]): Buffer {
  const blocks = entries.flatMap(({ name, content }) => {
    const bytes = Buffer.from(content)
    const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512)
    return [headerOf(name, bytes.length), bytes, padding]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
