import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let dummyHash: Promise<string> | undefined

/**
 * Takes as long for an account without a hash as for a wrong password, so that the response time
 * does not reveal whether an account exists.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword('no account has this password')
  const matches = await verify(passwordHash ?? (await dummyHash), password)
  return matches && typeof passwordHash === 'string'
}
