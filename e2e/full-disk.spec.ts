import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from '@playwright/test'
import * as contract from '@steelyard/contract'
import { reserveFile } from '../scripts/lib/postgres/postgres-data-directory.ts'
import { type Caller, sendFile, signUp } from '../scripts/lib/product/product-client.ts'
import {
  type Product,
  type ProductOptions,
  startProduct,
} from '../scripts/lib/product/start-product.ts'
import { withDatabase } from './lib/database.ts'
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

/** Makes the database write its log, for which it needs new files, until it stops. */
async function useUpDatabase(isEnough = () => false): Promise<void> {
  const filling = withDatabase({ dataDir }, async (session) => {
    session.on('error', () => {})
    for (let i = 0; i < 200 && !isEnough(); i++) {
      await session.query("select pg_logical_emit_message(false, 'filling', repeat('x', 1000000))")
    }
  })
  await filling.catch(() => {}) // that is what this is for
}

const start = (ports: Pick<ProductOptions, 'webPort' | 'apiPort'> = {}) =>
  startProduct({ dataDir, ...ports, env: { STEELYARD_SAMPLES: 'off' } })

test.describe
  .serial('a full disk', () => {
    let isMounted = false
    let product: Product
    let caller: Caller
    const uploads: string[] = []

    test.beforeAll(async () => {
      isMounted = mountDisk()
      if (!isMounted) return
      product = await start()
      caller = await signUp(product)
      const fd = openSync(recording, 'w')
      writeSync(fd, Buffer.alloc(20 * MIB, 1))
      closeSync(fd)
      for (const name of ['first', 'second']) {
        const { id } = await caller.call(contract.createUpload, { body: { name } })
        await sendFile(caller, id, recording)
        uploads.push(id)
      }
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
      // Once the reserve is given back, it is not used up as well: that is the next test.
      await useUpDatabase(() => !existsSync(reserveFile(dataDir)))
      await expect.poll(() => product.output()).toMatch(/is full: \d MiB are free\. Delete uploads/)
      await expect.poll(() => deleteUpload(uploads[0]!)).toBe('deleted')
    })

    test('that uses up the reserve too ends nothing for good', async () => {
      fill()
      await useUpDatabase()
      fill()
      await useUpDatabase()
      await expect.poll(() => product.output()).toContain('PostgreSQL ended unexpectedly')
      rmSync(filler)
      await expect.poll(() => product.output()).toContain('has room again')
      await expect.poll(async () => (await fetch(`${caller.base}/health/ready`)).status).toBe(200)
      expect(existsSync(reserveFile(dataDir))).toBe(true)
    })

    test('does not keep it from starting', async () => {
      await product.stop()
      fill()
      const { webPort, apiPort } = product
      product = await start({ webPort, apiPort })
      expect(product.output()).toMatch(/is full: 0 MiB are free\. Delete uploads/)
      expect(await deleteUpload(uploads[1]!)).toBe('deleted')
    })
  })
