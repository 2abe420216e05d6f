import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/**
 * Returns the secret kept in `<dataDir>/secrets/<name>` (0600), making it on first use.
 * @param encoding base64 for keys that other programs decode, base64url for passwords in addresses
 */
export function readOrCreateSecret(
  dataDir: string,
  name: string,
  encoding: 'base64' | 'base64url' = 'base64url',
): string {
  const file = secretFile(dataDir, name)
  if (!fs.existsSync(file)) prepareSecret(dataDir, name, randomBytes(32).toString(encoding))()
  const secret = fs.readFileSync(file, 'utf8').trim()
  if (secret === '') throw new Error(`${file} is empty: restore it from a backup`)
  return secret
}

/** The secret of the audit trail, which commands need as well as services. */
export function auditKeyOf({
  auditKey,
  dataDir,
}: {
  auditKey: string | undefined
  dataDir: string
}): string {
  return auditKey ?? readOrCreateSecret(dataDir, 'audit')
}

export function secretFile(dataDir: string, name: string): string {
  return path.join(dataDir, 'secrets', name)
}

/**
 * Writes a secret and syncs it beside its place; what is returned puts it there. So a crash leaves the
 * whole secret or none.
 */
export function prepareSecret(dataDir: string, name: string, secret: string): () => void {
  const file = secretFile(dataDir, name)
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const partial = `${file}.${process.pid}`
  const fd = fs.openSync(partial, 'w', 0o600)
  fs.writeSync(fd, `${secret}\n`)
  fs.fsyncSync(fd)
  fs.closeSync(fd)
  return () => fs.renameSync(partial, file)
}
