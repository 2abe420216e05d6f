import { expect, it } from 'vitest'
import { detectSource } from '../detect-source.ts'
import { foreignFile } from './foreign-file.ts'

const file = (text: string) => Buffer.from(text, 'latin1')
const member = { path: 'vm1.log', modifiedAt: null } as never

it.each([
  ['\x89PNG\r\n\x1a\n', 'a PNG picture'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'a JPEG picture'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'a WebP picture'],
  ['%PDF-1.7\n%abc', 'a PDF document'],
  ['\x7fELF\x02\x01', 'a Linux program'],
  ['\n<!DOCTYPE html>\n<html>', 'a web page'],
])('knows %j as %s and offers no log format for it', (start, what) => {
  expect(foreignFile(file(start))).toBe(what)
  expect(detectSource(member, file(start))).toMatchObject({
    kind: 'unknown',
    reason: `The file is ${what}, neither a log nor a trace.`,
    samples: [],
  })
})

it('leaves alone what may be a log', () => {
  for (const text of ['', 'GIF of the day\n', 'MZ is a name\n', '10.0.0.1 - - [01/Oct/2026'])
    expect(foreignFile(file(text))).toBeNull()
})
