import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Files } from '../../files/files.ts'
import { openFiles } from '../../files/open-files.ts'
import { type MemberHead, readHeads } from './read-members.ts'

const file = { id: '0199b0c0-0000-7000-8000-000000000000', name: 'vm1.log', modifiedAt: null }
let uploadDir: string
let files: Files
beforeAll(async () => {
  uploadDir = await mkdtemp(path.join(tmpdir(), 'read-members-'))
  files = openFiles({ kind: 'disk', directory: uploadDir, keptFreeBytes: 0 })
  await writeFile(path.join(uploadDir, file.id), 'a line\n')
})
afterAll(() => rm(uploadDir, { recursive: true }))

describe('readHeads', () => {
  const read = async (late?: AbortSignal) => {
    const heads: MemberHead[] = []
    const visit = async (head: MemberHead) => void heads.push(head)
    await readHeads(files, file, ['vm1.log'], visit, late)
    return heads
  }

  it('gives the beginning', async () => {
    expect(await read()).toMatchObject([{ head: Buffer.from('a line\n'), whole: true }])
  })

  it('gives up on a member that takes too long to reach, and suggests a remedy', async () => {
    await expect(read(AbortSignal.abort())).rejects.toMatchObject({
      code: 'source-out-of-reach',
      options: { trouble: { fix: expect.stringContaining('outside the archive') } },
    })
  })
})
