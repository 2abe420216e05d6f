import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Log, logFile, rotateInPlace } from './log-file.ts'

let dataDir: string
let file: string
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'steelyard-logs-'))
  file = logFile(dataDir, 'api')
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(dataDir, { recursive: true })
})

const read = (name: string) => fs.readFileSync(name, 'utf8')
const noSpace = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

test('a log rotates while it is written and keeps the newest lines within two files', () => {
  const log = new Log(file, () => true, 100)
  for (let i = 10; i < 90; i++) log.write(`line ${i}`)
  expect(fs.readdirSync(path.dirname(file)).sort()).toEqual(['api.log', 'api.log.1'])
  expect(fs.statSync(file).size).toBeLessThanOrEqual(100)
  expect(fs.statSync(`${file}.1`).size).toBeLessThanOrEqual(100)
  const kept = (read(`${file}.1`) + read(file)).trim().split('\n')
  expect(kept.length).toBeGreaterThan(12)
  expect(kept).toEqual(Array.from(kept, (_, i) => `line ${90 - kept.length + i}`))
})

test('a log goes on where an earlier process ended', () => {
  const first = new Log(file, () => true, 20)
  first.write('earlier')
  first.close()
  const next = new Log(file, () => true, 20)
  next.write('later')
  expect(read(file)).toBe('earlier\nlater\n')
  next.write('too much for one')
  expect([read(`${file}.1`), read(file)]).toEqual(['earlier\nlater\n', 'too much for one\n'])
})

test('lines that cannot be written are dropped, and their number follows', () => {
  const log = new Log(file)
  log.write('before')
  const write = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw noSpace
  })
  log.write('lost')
  log.write('lost as well')
  write.mockRestore()
  log.write('after')
  expect(read(file)).toBe('before\n2 lines were dropped here, because the disk was full\nafter\n')
})

test('half a line on a disk that fills up is removed', () => {
  const log = new Log(file)
  log.write('before')
  const whole = fs.writeSync
  vi.spyOn(fs, 'writeSync').mockImplementationOnce((fd, bytes) =>
    whole(fd, Buffer.from(bytes).subarray(0, 3)),
  )
  log.write('half of this')
  expect(read(file)).toBe('before\n')
  log.write('after')
  expect(read(file)).toBe('before\n1 line was dropped here, because the disk was full\nafter\n')
})

test('a log that cannot be opened loses lines, not the process', () => {
  const open = vi.spyOn(fs, 'openSync').mockImplementation(() => {
    throw noSpace
  })
  const log = new Log(file)
  log.write('lost')
  open.mockRestore()
  log.write('after')
  expect(read(file)).toBe('1 line was dropped here, because the disk was full\nafter\n')
})

test('what is left for the database is not used', () => {
  let hasRoom = false
  const log = new Log(file, () => hasRoom)
  log.write('lost')
  expect(fs.existsSync(file)).toBe(false)
  hasRoom = true
  log.write('after')
  expect(read(file)).toContain('1 line was dropped')
})

test('a log of another process is emptied in place once it is too large', () => {
  const fd = fs.openSync(file, 'a')
  fs.writeSync(fd, 'first\n')
  rotateInPlace(file, 6)
  expect(read(file)).toBe('first\n')
  fs.writeSync(fd, 'second\n')
  rotateInPlace(file, 6)
  fs.writeSync(fd, 'third\n')
  expect([read(`${file}.1`), read(file)]).toEqual(['first\nsecond\n', 'third\n'])
  fs.closeSync(fd)
})
