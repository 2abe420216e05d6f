import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FileContent } from './file-content.ts'
import { isPlainLines, linesWithin } from './lines-within.ts'

function contentOf(bytes: Buffer, chunkBytes: number): FileContent {
  return {
    async *read(fromByte = 0, toByte = bytes.length) {
      for (let at = fromByte; at < Math.min(toByte, bytes.length); at += chunkBytes)
        yield bytes.subarray(at, Math.min(at + chunkBytes, toByte, bytes.length))
    },
    sizeBytes: async () => bytes.length,
  }
}

async function textOf(content: FileContent, from: number, to: number): Promise<string> {
  let text = ''
  for await (const chunk of linesWithin(content, from, to)) text += chunk.toString('latin1')
  return text
}

it('each line is in one range, whole, and in order', async () => {
  const lines = fc.array(fc.stringMatching(/^[ab]{0,6}$/), { maxLength: 12 })
  const cuts = fc.array(fc.nat(80), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(lines, fc.boolean(), cuts, fc.integer({ min: 1, max: 9 }), async (...of) => {
      const [list, ends, at, chunkBytes] = of
      const text = list.join('\n') + (ends ? '\n' : '')
      const content = contentOf(Buffer.from(text), chunkBytes)
      const edges = [0, ...at.sort((a, b) => a - b), Math.max(81, text.length)]
      const parts: string[] = []
      for (const [i, from] of edges.slice(0, -1).entries())
        parts.push(await textOf(content, from, edges[i + 1]!))
      expect(parts.join('')).toBe(text)
      const whole = parts.filter((part) => part !== '').slice(0, -1)
      for (const part of whole) expect(part.endsWith('\n')).toBe(true)
    }),
  )
})

it('a file that is packed, or of wide characters, is not cut', async () => {
  const is = (bytes: Buffer) => isPlainLines(contentOf(bytes, 100), 'a.log')
  expect(await is(Buffer.from('10.0.0.1 - - [01/Oct/2026:12:00:00 +0200]\n'))).toBe(true)
  expect(await is(Buffer.from([0x1f, 0x8b, 8, 1, 2, 3]))).toBe(false)
  expect(await is(Buffer.from('\ufeffabc\n', 'utf16le'))).toBe(false)
})
