import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reserveFile } from '../postgres/postgres-data-directory.ts'
import { type DiskGuard, guardDisk } from './disk-guard.ts'

const MIB = 2 ** 20
let dataDir: string
let freeMib: number
let said: string[]
let guard: DiskGuard
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'steelyard-disk-'))
  said = []
  vi.useFakeTimers()
})
afterEach(() => {
  guard.stop()
  vi.useRealTimers()
  fs.rmSync(dataDir, { recursive: true })
})

/** Lets the time pass after which the disk is looked at again. */
const check = () => vi.advanceTimersByTime(5000)
const hasReserve = () => fs.existsSync(reserveFile(dataDir))

/** A guard whose reserve gives 64 MiB back to the pretended disk. */
function guardWith(mib: number): void {
  freeMib = mib
  guard = guardDisk(dataDir, {
    say: (message) => said.push(message),
    freeBytes: () => (freeMib + (hasReserve() ? 0 : 64)) * MIB,
    reserveBytes: 1000,
  })
  guard.watch()
}

test('the reserve is made when there is room, and takes up blocks', () => {
  guardWith(500)
  expect(fs.statSync(reserveFile(dataDir)).size).toBe(1000)
  expect(fs.statSync(reserveFile(dataDir)).blocks).toBeGreaterThan(0)
  expect(said).toEqual([])
})

test('a full disk gets the reserve, and the operator reads how much is free and what to do', () => {
  guardWith(500)
  freeMib = 3
  check()
  expect(hasReserve()).toBe(false)
  expect(guard.hasRoom()).toBe(true)
  expect(said).toEqual([
    `The disk of ${dataDir} is full: 3 MiB are free. Delete uploads in the dashboard, or other ` +
      'files on this disk. A reserve of 0 MiB has been given up so that you can do so.',
  ])
})

test('it is made again when there is room, which is said', () => {
  guardWith(500)
  freeMib = 3
  check()
  freeMib = 100
  check()
  expect(hasReserve()).toBe(false) // it would come and go
  freeMib = 200
  check()
  expect(hasReserve()).toBe(true)
  expect(said.at(-1)).toBe(`The disk of ${dataDir} has room again: 264 MiB are free.`)
})

test('when the reserve is used up too, logs leave the rest to the database', () => {
  guardWith(500)
  freeMib = 0
  check()
  freeMib = -50
  check()
  expect(guard.hasRoom()).toBe(false)
  check()
  expect(said).toHaveLength(2)
  expect(said[1]).toContain('The reserve is used up.')
})

test('a start on a disk that has no reserve says so', () => {
  guardWith(-60)
  expect(hasReserve()).toBe(false)
  expect(guard.hasRoom()).toBe(false)
  expect(said[0]).toContain('is full: 4 MiB are free')
  expect(said[0]).toContain('The reserve is used up.')
})

test('making room leaves a directory that may be foreign unchanged', () => {
  guardWith(500)
  fs.rmSync(reserveFile(dataDir))
  guard.makeRoom()
  expect(fs.readdirSync(dataDir)).toEqual([])
})
