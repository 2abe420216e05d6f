import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import type { Settings } from '../product/settings.ts'
import { secretFile } from '../secrets.ts'
import type { Contents } from './backup-format.ts'

export type GivenKeys = Pick<Settings, 'dataDir' | 'secretKey' | 'sessionSecret' | 'auditKey'>

/** Without these, something in the database cannot be opened or checked, by their names in `secrets`. */
const KEYS = {
  key: { setting: 'STEELYARD_SECRET_KEY', given: 'secretKey' },
  session: { setting: 'STEELYARD_SESSION_SECRET', given: 'sessionSecret' },
  audit: { setting: 'STEELYARD_AUDIT_KEY', given: 'auditKey' },
} as const

type Name = keyof typeof KEYS
const NAMES = Object.keys(KEYS) as Name[]

/**
 * Keys that Steelyard made are for the backup; of those that it was given, only the fingerprint.
 * @throws Error between two keys
 */
export function keysForBackup(given: GivenKeys): Pick<Contents, 'secrets' | 'fingerprints'> {
  if (fs.existsSync(secretFile(given.dataDir, 'key.next')))
    throw new Error('A change of the secret key was interrupted. End it with `rotate-key` first.')
  const secrets: Record<string, string> = {}
  const fingerprints: Record<string, string> = {}
  for (const name of NAMES) {
    const key = given[KEYS[name].given]
    const stored = key ?? storedKey(given, name)
    if (stored === undefined) continue
    fingerprints[name] = fingerprint(stored)
    if (key === undefined) secrets[name] = stored
  }
  return { secrets, fingerprints }
}

/**
 * The keys of a backup that have to be put into `secrets`.
 * @param replaced another key that lies there is not in the way
 * @throws Error naming the setting that is missing, or holds another key
 */
export function keysToStore(
  place: GivenKeys,
  { secrets, fingerprints }: Contents,
  replaced: boolean,
): [name: string, key: string][] {
  return NAMES.flatMap((name): [string, string][] => {
    const known = fingerprints[name]
    if (known === undefined) return [] // whoever made the backup was not given this one
    const [given, own] = [place[KEYS[name].given], secrets[name]]
    const stored = given === undefined ? storedKey(place, name) : undefined
    const key = given ?? stored
    if (key !== undefined && fingerprint(key) === known) return []
    if (given === undefined && own !== undefined && (stored === undefined || replaced))
      return [[name, own]]
    throw new Error(
      `${refusal(name, given, own, stored && secretFile(place.dataDir, name))} ${UNCHANGED}`,
    )
  })
}

const UNCHANGED = 'Nothing was changed.'

function refusal(
  name: Name,
  given: string | undefined,
  own: string | undefined,
  file: string | undefined,
): string {
  const { setting } = KEYS[name]
  if (given !== undefined && own !== undefined)
    return `${setting} is not the key of the backup. Leave it out, or give the one in contents.json of the backup.`
  if (given !== undefined) return `${setting} is not the one with which the backup was made.`
  if (file !== undefined && own !== undefined)
    return `${file} is the key of another installation. Name an empty STEELYARD_DATA_DIR, or add --replace.`
  return `The backup needs the ${setting} with which it was made: set it.`
}

function storedKey({ dataDir }: GivenKeys, name: Name): string | undefined {
  const file = secretFile(dataDir, name)
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined
}

function fingerprint(key: string): string {
  return createHmac('sha256', key).update('steelyard backup').digest('hex')
}
