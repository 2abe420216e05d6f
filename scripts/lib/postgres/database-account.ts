import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The ids a PostgreSQL process must run under; undefined for the current account. */
export type Account = { uid: number; gid: number } | undefined

const accountNames = ['steelyard', 'postgres', 'nobody']

/**
 * PostgreSQL refuses to run as root, so root hands it to the account that already owns the data,
 * or else to the first of some accounts that exist on the machine.
 */
export function chooseDatabaseAccount(existingPgData: string | undefined): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = existingPgData ? statSync(existingPgData) : undefined
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of accountNames) {
    const account = lookUp(name)
    if (account) return account
  }
  throw new Error(
    `PostgreSQL cannot run as root and none of the accounts ${accountNames.join(', ')} exists: ` +
      'create one (useradd --system steelyard), start as an ordinary user, or set DATABASE_URL',
  )
}

function lookUp(name: string): Account {
  const uid = idOf('-u', name)
  const gid = idOf('-g', name)
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid }
}

function idOf(flag: string, name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

/** True when the account can enter and list the directory, and write in it if asked. */
export function canUseDirectory(directory: string, account: Account, write = true): boolean {
  const script = `test -x "$1" && test -r "$1" ${write ? '&& test -w "$1"' : ''}`
  const options = { ...account, cwd: '/', stdio: 'ignore' as const }
  return spawnSync('/bin/sh', ['-c', script, 'sh', directory], options).status === 0
}
