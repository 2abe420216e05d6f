import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { type Header, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentOnDisk, eachMember, type MemberOptions } from '../index.ts'
import { TraceError } from '../trace-error.ts'
import { makeZip } from './make-zip.fixture.ts'
import { MemberNames } from './safe-name.ts'

type HeaderOf = Partial<Header> & Pick<Header, 'name'>

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'members-'))
})
afterAll(() => rm(dir, { recursive: true }))

async function read(bytes: Buffer, name = 'x', opts: MemberOptions = {}) {
  const path = join(dir, 'file')
  await writeFile(path, bytes)
  const seen: [string, string][] = []
  await eachMember(
    { content: contentOnDisk(path), name },
    async (member, stream) => {
      seen.push([member.path, (await buffer(stream)).toString()])
    },
    opts,
  )
  return seen
}

async function refusal(bytes: Buffer, opts: MemberOptions = {}): Promise<TraceError> {
  const error = await read(bytes, 'sent', opts).then(
    (seen) => expect.fail(`not refused: ${JSON.stringify(seen).slice(0, 100)}`),
    (e: unknown) => e,
  )
  expect(error).toBeInstanceOf(TraceError)
  return error as TraceError
}

async function tar(entries: [HeaderOf, string | Buffer][]): Promise<Buffer> {
  const archive = pack()
  for (const [header, content] of entries) archive.entry(header, content as Buffer)
  archive.finalize()
  return buffer(archive)
}

describe('what is unpacked', () => {
  test('a plain file, a gzip file and several gzip members in a row are read', async () => {
    expect(await read(Buffer.from('a\nb\n'))).toEqual([['x', 'a\nb\n']])
    expect(await read(gzipSync('a\n'))).toEqual([['x', 'a\n']])
    const twice = Buffer.concat([gzipSync('a\n'), gzipSync('b\n')])
    expect(await read(twice)).toEqual([['x', 'a\nb\n']])
  })

  test('tar and tar.gz files with plain and gzipped members are read, whatever their name', async () => {
    const archive = await tar([
      [{ name: 'logs', type: 'directory' }, ''],
      [{ name: 'logs/vm1.log' }, 'one'],
      [{ name: 'logs/vm2.log.gz' }, gzipSync('two')],
      [{ name: 'logs/._vm1.log' }, 'resource fork'],
    ])
    const expected = [
      ['x!logs/vm1.log', 'one'],
      ['x!logs/vm2.log.gz', 'two'],
    ]
    expect(await read(archive)).toEqual(expected)
    expect(await read(gzipSync(archive))).toEqual(expected)
  })

  test('a zstd file, several frames in a row and frames to skip are read', async () => {
    const [a, b] = [zstdCompressSync('a\n'), zstdCompressSync('b\n'.repeat(200_000))]
    expect(await read(a)).toEqual([['x', 'a\n']])
    const skipped = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])
    const text = `a\na\n${'b\n'.repeat(200_000)}a\n`
    expect(await read(Buffer.concat([a, skipped, a, b, a]))).toEqual([['x', text]])
    // More than what is read ahead at once.
    const noise = Buffer.from(Array.from({ length: 600_000 }, (_, i) => (i * i * 31) % 253))
    const frame = zstdCompressSync(noise)
    const [[, many]] = (await read(Buffer.concat(Array(5).fill(frame)))) as [[string, string]]
    expect(many).toBe(noise.toString().repeat(5))
  })

  test('tar.zst files with members that are plain, gzip and zstd are read, and zips with zstd', async () => {
    const archive = await tar([
      [{ name: 'vm1.log' }, 'one'],
      [{ name: 'vm2.log.gz' }, gzipSync('two')],
      [{ name: 'vm3.log.zst' }, zstdCompressSync('three')],
    ])
    const expected = [
      ['x!vm1.log', 'one'],
      ['x!vm2.log.gz', 'two'],
      ['x!vm3.log.zst', 'three'],
    ]
    expect(await read(zstdCompressSync(archive))).toEqual(expected)
    const zip = makeZip([{ name: 'vm3.log.zst', content: zstdCompressSync('three') }])
    expect(await read(zip)).toEqual([['x!vm3.log.zst', 'three']])
  })

  test('zip files with plain and gzipped members are read', async () => {
    const zip = makeZip([
      { name: 'vm1.log', content: Buffer.from('one') },
      { name: 'vm2.log.gz', content: gzipSync('two') },
    ])
    expect(await read(zip)).toEqual([
      ['x!vm1.log', 'one'],
      ['x!vm2.log.gz', 'two'],
    ])
  })

  test('characters that cannot be seen are escaped in the names of members', async () => {
    const name = 'vm1\u202egol.exe\u001b[2K'
    const shown = 'x!vm1\\u202egol.exe\\u001b[2K'
    const content = Buffer.from('one')
    expect(await read(makeZip([{ name, content }]))).toEqual([[shown, 'one']])
    expect(await read(await tar([[{ name }, content]]))).toEqual([[shown, 'one']])
  })

  test('an empty file counts as a member, so that the reader can report it as empty', async () => {
    expect(await read(Buffer.alloc(0))).toEqual([['x', '']])
  })

  test('a visitor may stop early, also within an archive', async () => {
    const path = join(dir, 'early')
    await writeFile(
      path,
      await tar([
        [{ name: 'a' }, 'x'.repeat(1e6)],
        [{ name: 'b' }, 'y'],
      ]),
    )
    const names: string[] = []
    await eachMember({ content: contentOnDisk(path), name: 'x' }, async (member, bytes) => {
      names.push(member.fileName)
      for await (const _ of bytes) break
    })
    expect(names).toEqual(['a', 'b'])
  })

  test('the bytes of the file as sent are counted', async () => {
    const bytes = gzipSync('hello '.repeat(1000))
    let seen = 0
    await read(bytes, 'x', { onBytes: (n) => (seen = n) })
    expect(seen).toBe(bytes.length)
  })
})

describe('what is refused', () => {
  test('a truncated gzip file is refused, and the refusal names the byte where it ends', async () => {
    const whole = gzipSync(Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * i) % 251)))
    const error = await refusal(whole.subarray(0, whole.length - 20))
    expect(error.code).toBe('damaged-gzip')
    expect(error.where.byte).toBe(whole.length - 20)
  })

  test('a gzip file with flipped bytes is refused', async () => {
    const bytes = gzipSync('line\n'.repeat(1000))
    bytes[30]! ^= 0xff
    expect((await refusal(bytes)).code).toBe('damaged-gzip')
  })

  test('a gzip bomb is refused by its size and by its ratio', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 2 ** 20), { level: 9 })
    expect((await refusal(bomb)).code).toBe('ratio-limit')
    const limits = { maxUnpackedBytes: 1000, maxRatio: 1e9 }
    expect((await refusal(bomb, { limits })).code).toBe('unpacked-limit')
  })

  test('a truncated zstd file is refused, and the refusal names the byte where it ends', async () => {
    const noise = Buffer.from(Array.from({ length: 600_000 }, (_, i) => (i * i * 31) % 253))
    const frame = zstdCompressSync(noise)
    for (const whole of [frame, Buffer.concat([frame, frame])]) {
      const error = await refusal(whole.subarray(0, whole.length - 20))
      expect(error).toMatchObject({ code: 'damaged-zstd', where: { byte: whole.length - 20 } })
    }
  })

  test('a zstd file with flipped bytes, or with other bytes behind its end, is refused', async () => {
    const bytes = zstdCompressSync('line\n'.repeat(1000))
    const behind = await refusal(Buffer.concat([bytes, Buffer.from('something else')]))
    expect(behind.code).toBe('damaged-zstd')
    bytes[6]! ^= 0xff
    expect((await refusal(bytes)).code).toBe('damaged-zstd')
  })

  test('a zstd bomb is refused by its size and by its ratio, also in an archive', async () => {
    const bomb = zstdCompressSync(Buffer.alloc(80 * 2 ** 20))
    expect((await refusal(bomb)).code).toBe('ratio-limit')
    expect((await refusal(await tar([[{ name: 'a' }, bomb]]))).code).toBe('ratio-limit')
    const limits = { maxUnpackedBytes: 1000, maxRatio: 1e9 }
    expect((await refusal(bomb, { limits })).code).toBe('unpacked-limit')
    const frames = Buffer.concat(Array(100).fill(zstdCompressSync(Buffer.alloc(2 ** 20))))
    expect((await refusal(frames)).code).toBe('ratio-limit')
  })

  test('a long file that compresses as well as logs do is read', async () => {
    const log = Buffer.from(Array.from({ length: 8000 }, (_, i) => `${i * 7919} GET /\n`).join(''))
    const limits = { maxUnpackedBytes: log.length, maxRatio: 10 }
    expect((await read(gzipSync(log), 'x', { limits }))[0]![1]).toHaveLength(log.length)
    const tight = { ...limits, maxRatio: 2 }
    expect((await refusal(gzipSync(log), { limits: tight })).code).toBe('ratio-limit')
  })

  test('a zip bomb is refused', async () => {
    const zip = makeZip([{ name: 'a', content: Buffer.alloc(80 * 2 ** 20) }])
    expect((await refusal(zip)).code).toBe('ratio-limit')
  })

  test('a zip member whose content is not what was packed is refused, with its name', async () => {
    for (const stored of [true, false]) {
      const wrong = { name: 'logs/vm2.log', content: Buffer.from('two'), stored, crc: 1 }
      const zip = makeZip([{ name: 'vm1.log', content: Buffer.from('one') }, wrong])
      const error = await refusal(zip)
      expect(error).toMatchObject({ code: 'damaged-archive', where: { path: 'sent!logs/vm2.log' } })
      expect(error.message).toContain('checksum')
    }
  })

  test('any change of any byte of a stored zip is noticed, or changes no content', async () => {
    const names = ['vm1.log', 'vm2.log.gz']
    const contents = [Buffer.from('a line of a log\n'.repeat(8)), gzipSync('another line\n')]
    const zip = makeZip(names.map((name, i) => ({ name, content: contents[i]!, stored: true })))
    const intact = await read(zip)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 4, max: zip.length - 1 }), // the first bytes make it a zip
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const altered = Buffer.from(zip)
          altered[at]! ^= change
          const seen = await read(altered).catch((error: unknown) => error)
          if (seen instanceof TraceError) return
          const texts = (seen as typeof intact).map(([, text]) => text)
          for (const text of texts) expect(intact.map(([, whole]) => whole)).toContain(text)
        },
      ),
    )
  })

  test('a zip whose members overlap is refused before anything is read', async () => {
    const content = Buffer.from('x'.repeat(5000))
    const zip = makeZip([
      { name: 'a', content },
      { name: 'b', content, sharesBytes: true },
    ])
    expect((await refusal(zip)).message).toContain('overlapping members, "a" and "b"')
  })

  test.each<[string, HeaderOf]>([
    ['path traversal', { name: '../../etc/passwd' }],
    ['an absolute path', { name: '/etc/passwd' }],
    ['a Windows path', { name: 'C:\\x.log' }],
    ['a backslash traversal', { name: 'a\\..\\..\\b' }],
    ['a symbolic link', { name: 'a', type: 'symlink', linkname: '/etc/shadow' }],
    ['a hard link', { name: 'a', type: 'link', linkname: '/etc/shadow' }],
    ['a device', { name: 'a', type: 'character-device' }],
    ['a pipe', { name: 'a', type: 'fifo' }],
  ])('%s in a tar file is refused', async (_, header) => {
    expect((await refusal(await tar([[header, '']]))).code).toBe('unsafe-archive')
  })

  test.each([
    ['path traversal', { name: '../x' }],
    ['an absolute path', { name: '/x' }],
    ['a symbolic link', { name: 'x', mode: 0o120777 }],
  ])('%s in a zip file is refused before anything is read', async (_, bad) => {
    const good = { name: 'good', content: Buffer.from('x') }
    const zip = makeZip([good, { content: Buffer.from('y'), ...bad }])
    const path = join(dir, 'bad.zip')
    await writeFile(path, zip)
    let visits = 0
    const walk = eachMember(
      { content: contentOnDisk(path), name: 'bad.zip' },
      async () => void visits++,
    )
    await expect(walk).rejects.toMatchObject({ code: 'unsafe-archive' })
    expect(visits).toBe(0)
  })

  test('duplicate names are refused', async () => {
    const entries: [HeaderOf, string][] = [
      [{ name: 'a/b' }, '1'],
      [{ name: './a//b' }, '2'],
    ]
    expect((await refusal(await tar(entries))).code).toBe('unsafe-archive')
    const content = Buffer.from('x')
    const zip = makeZip([
      { name: 'a', content },
      { name: 'a', content },
    ])
    expect((await refusal(zip)).code).toBe('unsafe-archive')
  })

  test('too many names and names that are too long are refused', async () => {
    const names = new MemberNames('sent')
    for (let i = 0; i < 20_000; i++) names.check(`folder${i}/`)
    expect(() => names.check('one more')).toThrow('more than 20000 entries')
    const long = await tar([[{ name: 'a/'.repeat(2049) }, 'x']])
    expect((await refusal(long)).message).toContain('too long')
  })

  test('archives inside archives are refused', async () => {
    const inner = await tar([[{ name: 'a' }, 'x']])
    const zip = makeZip([{ name: 'a', content: Buffer.from('x') }])
    for (const nested of [inner, zip]) {
      expect((await refusal(await tar([[{ name: 'n' }, nested]]))).code).toBe('nested-archive')
      expect((await refusal(makeZip([{ name: 'n', content: nested }]))).code).toBe('nested-archive')
    }
    expect((await refusal(await tar([[{ name: 'n' }, gzipSync(inner)]]))).code).toBe(
      'nested-archive',
    )
    expect((await refusal(gzipSync(zip))).code).toBe('nested-archive')
    expect((await refusal(gzipSync(gzipSync('x')))).code).toBe('nested-archive')
    expect((await refusal(zstdCompressSync(gzipSync('x')))).code).toBe('nested-archive')
  })

  test('damaged archives are refused', async () => {
    const archive = await tar([[{ name: 'a' }, 'x'.repeat(5000)]])
    expect((await refusal(archive.subarray(0, 2000))).code).toBe('damaged-archive')
    const zip = makeZip([{ name: 'a', content: Buffer.from('x'.repeat(5000)) }])
    expect((await refusal(zip.subarray(0, zip.length - 30))).code).toBe('damaged-archive')
  })

  test('too many members are refused', async () => {
    const many = await tar(Array.from({ length: 5 }, (_, i) => [{ name: `f${i}` }, 'x']))
    const limits = { maxMembers: 4 }
    expect((await refusal(many, { limits })).code).toBe('too-many-members')
  })

  test.each([
    ['xz', 'fd377a585a000004', 'xz -dk FILE'],
    ['bzip2', '425a6839314159265359', 'bzip2 -dk FILE'],
    ['bzip2', '425a6839177245385090', 'bzip2 -dk FILE'],
  ])(
    '%s is refused with the command that unpacks it, also in a tar',
    async (name, hex, command) => {
      const bytes = Buffer.from(hex, 'hex')
      for (const sent of [bytes, await tar([[{ name: 'vm1.log' }, bytes]])]) {
        const error = await refusal(sent)
        expect(error.code).toBe('unsupported-compression')
        expect(error.message).toContain(`compressed with ${name}`)
        expect(error.fix).toContain(command)
      }
    },
  )

  test('the bytes of the file as sent are given in order, as far as they are read', async () => {
    const bytes = zstdCompressSync('hello '.repeat(1000))
    const seen: Buffer[] = []
    await read(bytes, 'x', { onRaw: (chunk) => seen.push(chunk) })
    expect(Buffer.concat(seen)).toEqual(bytes)
  })

  test('an abort stops the walk at once, before and during reading', async () => {
    expect((await refusal(Buffer.from('x'), { signal: AbortSignal.abort() })).code).toBe('aborted')
    const path = join(dir, 'long')
    await writeFile(path, Buffer.alloc(8 * 2 ** 20, 'x\n'))
    const stop = new AbortController()
    let chunks = 0
    const walk = eachMember(
      { content: contentOnDisk(path), name: 'long' },
      async (_, bytes) => {
        for await (const _chunk of bytes) if (++chunks === 2) stop.abort()
      },
      { signal: stop.signal },
    )
    await expect(walk).rejects.toMatchObject({ code: 'aborted' })
    expect(chunks).toBeLessThan(10)
  })

  test('an abort stops the walk also in a member that the visitor skips', async () => {
    const path = join(dir, 'passed-over')
    await writeFile(
      path,
      await tar([
        [{ name: 'long' }, Buffer.alloc(8 * 2 ** 20, 'x\n')],
        [{ name: 'next' }, 'x'],
      ]),
    )
    const stop = new AbortController()
    let read = 0
    const walk = eachMember({ content: contentOnDisk(path), name: 'x' }, async () => undefined, {
      signal: stop.signal,
      onBytes: (bytes) => {
        read = bytes
        if (bytes > 2 ** 20) stop.abort()
      },
    })
    await expect(walk).rejects.toMatchObject({ code: 'aborted' })
    expect(read).toBeLessThan(4 * 2 ** 20)
  })

  test('an error of the visitor is passed on unchanged', async () => {
    const path = join(dir, 'visitor')
    await writeFile(path, await tar([[{ name: 'a' }, 'x']]))
    const own = new Error('mine')
    const walk = eachMember({ content: contentOnDisk(path), name: 'x' }, async () => {
      throw own
    })
    await expect(walk).rejects.toBe(own)
  })
})
