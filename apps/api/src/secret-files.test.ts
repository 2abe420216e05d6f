import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withSecretFiles } from './secret-files.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-secret-files-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

function write(content: string): string {
  const file = path.join(directory, 'secret')
  writeFileSync(file, content)
  return file
}

it('reads a secret from the file that is named, without its line end', () => {
  const env = { PATH: '/bin', STEELYARD_SECRET_KEY_FILE: write('the key\n'), DATABASE_URL: 'url' }
  expect(withSecretFiles(env)).toEqual({
    PATH: '/bin',
    STEELYARD_SECRET_KEY: 'the key',
    DATABASE_URL: 'url',
  })
})

it('takes an empty name for none, as docker compose passes it', () => {
  expect(withSecretFiles({ DATABASE_URL_FILE: '', DATABASE_URL: 'url' })).toEqual({
    DATABASE_URL: 'url',
  })
})

it('does not choose between a secret and a file', () => {
  const env = { DATABASE_URL_FILE: write('other'), DATABASE_URL: 'postgres://u:secret@h/d' }
  expect(() => withSecretFiles(env)).toThrow('DATABASE_URL and DATABASE_URL_FILE are both set')
  expect(() => withSecretFiles(env)).not.toThrow('secret@')
})

it('says which file cannot be used', () => {
  const missing = path.join(directory, 'missing')
  expect(() => withSecretFiles({ STEELYARD_SESSION_SECRET_FILE: missing })).toThrow(
    `STEELYARD_SESSION_SECRET_FILE: ${missing} cannot be read (ENOENT)`,
  )
  expect(() => withSecretFiles({ DATABASE_URL_FILE: write(' \n') })).toThrow('is empty')
})
