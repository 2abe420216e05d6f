import fs from 'node:fs'
import path from 'node:path'
import {
  createDb,
  readSecretKey,
  resealKeys,
  type SecretKeys,
  useAuditKey,
} from '@steelyard/api/administration'
import { readSettings, type Settings } from '../lib/product/settings.ts'
import { withDatabase } from '../lib/product/with-database.ts'
import { auditKeyOf, readOrCreateSecret, secretFile } from '../lib/secrets.ts'

/**
 * Replaces the secret key, under which the SSH private keys are sealed, while Steelyard is stopped.
 * A key of our own in the data directory is made and put into its place here. A key that is given in
 * the environment is for its owner to replace, once everything is sealed under the new one.
 */
export async function rotateKey(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env)
  if (settings.secretKey === undefined) await rotateOwnKey(settings)
  else await rotateGivenKey(settings, settings.secretKey)
}

/**
 * The new key is on the disk before anything is sealed under it, and a rotation that was interrupted
 * goes on with the same one, so that no moment leaves keys that nothing opens.
 */
async function rotateOwnKey(settings: Settings): Promise<void> {
  const { dataDir } = settings
  const file = secretFile(dataDir, 'key')
  if (!fs.existsSync(file)) throw new Error(`There is no key in ${file} to replace.`)
  const from = readSecretKey(file, readOrCreateSecret(dataDir, 'key', 'base64'))
  const next = secretFile(dataDir, 'key.next')
  const to = readSecretKey(next, readOrCreateSecret(dataDir, 'key.next', 'base64'))
  const count = await reseal(settings, { from, to })
  fs.renameSync(next, file)
  syncDirectory(path.dirname(file))
  console.log(`${sealed(count)} The new key is in ${file}. Back it up, and destroy the old copies.`)
}

async function rotateGivenKey(settings: Settings, given: string): Promise<void> {
  if (settings.newSecretKey === undefined) {
    throw new Error(
      'The key is given by STEELYARD_SECRET_KEY. Make a new one with `openssl rand -base64 32`, ' +
        'give it as STEELYARD_SECRET_KEY_NEW as well, and repeat the command.',
    )
  }
  const from = readSecretKey('STEELYARD_SECRET_KEY', given)
  const to = readSecretKey('STEELYARD_SECRET_KEY_NEW', settings.newSecretKey)
  const count = await reseal(settings, { from, to })
  console.log(`${sealed(count)} Now give the new key as STEELYARD_SECRET_KEY and start Steelyard.`)
}

function reseal(settings: Settings, keys: SecretKeys): Promise<number> {
  useAuditKey(auditKeyOf(settings))
  return withDatabase(settings, async (url) => {
    const db = createDb(url)
    try {
      return await resealKeys(db, keys)
    } finally {
      await db.$disconnect()
    }
  })
}

function sealed(count: number): string {
  return `${count} SSH ${count === 1 ? 'key was' : 'keys were'} sealed anew.`
}

function syncDirectory(directory: string): void {
  const fd = fs.openSync(directory, 'r')
  fs.fsyncSync(fd)
  fs.closeSync(fd)
}
