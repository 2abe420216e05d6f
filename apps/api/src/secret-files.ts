import { readFileSync } from 'node:fs'

type Environment = Record<string, string | undefined>

/** Settings that may be given as the name of a file, under their own name with `_FILE` appended. */
export const SECRETS = [
  'DATABASE_URL',
  'STEELYARD_SECRET_KEY',
  'STEELYARD_SECRET_KEY_NEW',
  'STEELYARD_SESSION_SECRET',
  'STEELYARD_SMTP_URL',
  'STEELYARD_AUDIT_KEY',
  'STEELYARD_S3_ACCESS_KEY_ID',
  'STEELYARD_S3_SECRET_ACCESS_KEY',
  'STEELYARD_OTLP_HEADERS',
  'STEELYARD_WLB_PASSWORD',
  'STEELYARD_WLB_CERTIFICATE',
  'STEELYARD_WLB_KEY',
  'STEELYARD_REMOTE_WRITE_HEADERS',
]

/**
 * Puts the content of each named file in the place of its name, as Docker's secrets and systemd's
 * credentials want it. A file is not readable by everyone who sees the environment, and may lie
 * elsewhere than the data that it protects.
 * @throws Error naming the variable, never a value
 */
export function withSecretFiles(env: Environment): Environment {
  const given = { ...env }
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`]
    delete given[`${name}_FILE`]
    if (!file) continue
    if (given[name]) throw new Error(`${name} and ${name}_FILE are both set: leave one out.`)
    given[name] = contentOf(file, name)
  }
  return given
}

function contentOf(file: string, name: string): string {
  try {
    const content = readFileSync(file, 'utf8').trim()
    if (content !== '') return content
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`${name}_FILE: ${file} cannot be read (${code}).`, { cause: error })
  }
  throw new Error(`${name}_FILE: ${file} is empty.`)
}
