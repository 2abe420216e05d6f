import type { Config } from '../config.ts'
import type { IdentityProviderModel } from '../generated/prisma/models.ts'
import { discoverProvider } from './discover-provider.ts'

/**
 * Why nobody can sign in with a provider now, or null: its discovery document cannot be read, or it
 * turned the last sign-in down for a reason of its own, such as a wrong client secret.
 */
export async function troubleOf(
  config: Pick<Config, 'sessionSecret' | 'oidcRules'>,
  provider: IdentityProviderModel,
): Promise<string | null> {
  try {
    await discoverProvider(config, provider)
    return provider.trouble
  } catch (error) {
    return (error as Error).message
  }
}
