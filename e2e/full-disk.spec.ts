import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from '@playwright/test'
import * as contract from '@steelyard/contract'
import pg from 'pg'
import { reserveFile } from '../scripts/lib/disk/disk-guard.ts'
import { superuserAddress } from '../scripts/lib/postgres/embedded-postgres.ts'
import { type Caller, sendFile, signUp } from '../scripts/lib/product/product-client.ts'
import { type Product, startProduct } from '../scripts/lib/product/start-product.ts'
import { expect } from './lib/patience.ts'

// A product on a small file system of its own, which is filled to the last byte.

const disk = path.join(os.tmpdir(), `steelyard-full-disk-${process.pid}`)
const dataDir = path.join(disk, 'data')
const filler = path.join(disk, 'filler')
const recording = path.join(disk, 'recording')
const MIB = 2 ** 20

function mountDisk(): boolean {
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=640m', 'tmpfs', disk], { stdio: 'pipe' })
  } catch {
    return false // not root, or in a container that may not mount
  }
  chmodSync(disk, 0o711)
  return true
}

/** Writes until nothing fits any more. */
function fill(): void {
  const fd = openSync(filler, 'a')
  for (let bytes = MIB; bytes >= 1; ) {
    try {
      writeSync(fd, Buffer.alloc(bytes, 1))
    } catch {
      bytes = Math.floor(bytes / 2)
    }
  }
  closeSync(fd)
}

/** Makes the database grow until a statement fails for want of room. */
async function useUpDatabase(): Promise<void> {
  const port = Number(readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[3])
  const session = new pg.Client({ connectionString: superuserAddress(dataDir)(port) })
  session.on('error', () => {})
  try {
    await session.connect()
    await session.query('create table if not exists filling (it text)')
    for (let i = 0; i < 20; i++) {
      await session.query(
        'insert into filling select repeat(md5(random()::text), 30) from generate_series(1, 20000)',
      )
    }
  } catch {
    // that is what this is for
  } finally {
    await session.end().catch(() => {})
  }
}

test.describe
  .serial('a full disk', () => {
    let isMounted = false
    let product: Product
    let caller: Caller
    let uploadId = ''

    test.beforeAll(async () => {
      isMounted = mountDisk()
      if (!isMounted) return
      product = await startProduct({ dataDir, env: { STEELYARD_SAMPLES: 'off' } })
      caller = await signUp(product)
      const fd = openSync(recording, 'w')
      writeSync(fd, Buffer.alloc(20 * MIB, 1))
      closeSync(fd)
      ;({ id: uploadId } = await caller.call(contract.createUpload, { body: { name: 'large' } }))
      await sendFile(caller, uploadId, recording)
    })
    test.beforeEach(() => test.skip(!isMounted, 'this machine mounts no file system'))
    test.afterAll(async () => {
      await product?.stop()
      if (isMounted) execFileSync('umount', [disk])
      rmSync(disk, { recursive: true })
    })

    const deleteUpload = (id: string) =>
      caller.call(contract.deleteUpload, { params: { id } }).then(
        () => 'deleted',
        (error) => String(error),
      )

    test('gets the reserve, and the product says what to do and lets uploads be deleted', async () => {
      expect(existsSync(reserveFile(dataDir))).toBe(true)
      fill()
      await useUpDatabase()
      await expect.poll(() => product.output()).toMatch(/is full: \d MiB are free\. Delete uploads/)
      await expect.poll(() => deleteUpload(uploadId)).toBe('deleted')
    })
  })
