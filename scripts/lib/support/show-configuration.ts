import { SECRETS } from '@steelyard/api/secret-files'
import { variables } from '../documents/configuration.ts'

type Environment = Record<string, string | undefined>

/**
 * The settings as they were given. A value is shown only where the reference knows the variable and it
 * is none of the secrets; of an address, neither its account nor its query.
 */
export function showConfiguration(env: Environment): Record<string, string> {
  const shown = new Set(
    variables()
      .filter(({ name, topic }) => topic !== 'Secrets' && !SECRETS.includes(name))
      .map(({ name }) => name),
  )
  const given = Object.entries(env).filter(
    ([name, value]) => value && (name.startsWith('STEELYARD_') || name === 'DATABASE_URL'),
  )
  return Object.fromEntries(
    given
      .map(([name, value]) => [name, shown.has(name) ? withoutAccount(value!) : 'given, not shown'])
      .sort(([a], [b]) => (a! < b! ? -1 : 1)),
  )
}

function withoutAccount(value: string): string {
  if (!value.includes('://') || !URL.canParse(value)) return value
  const { protocol, host, pathname } = new URL(value)
  return `${protocol}//${host}${pathname}`
}

/** Every secret that the environment holds, and what of an address is one. */
export function secretsIn(env: Environment): string[] {
  const values = Object.entries(env).flatMap(([name, value]) =>
    value && (SECRETS.includes(name) || /PASSWORD|SECRET|TOKEN|KEY/.test(name)) ? [value] : [],
  )
  const urls = Object.values(env).filter((value) => value && URL.canParse(value)) as string[]
  const accounts = urls.flatMap((url) => {
    const { username, password } = new URL(url)
    return [password, decodeURIComponent(password), username && password ? url : '']
  })
  return [...values, ...accounts].filter(Boolean)
}
