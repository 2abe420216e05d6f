import type { SignInWays } from '@steelyard/contract'
import type { UserWithGrants } from '../access/grants.ts'
import { passkeySiteOf } from '../access/passkey-site.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { discoverProvider } from './discover-provider.ts'
import { troubleOf } from './trouble-of.ts'

/** How people sign in now. */
export async function getSignInWays({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<SignInWays> {
  const rows = await db.identityProvider.findMany({ orderBy: [{ name: 'asc' }, { id: 'asc' }] })
  const providers = await Promise.all(
    rows.map(async (row) => {
      const works = (await troubleOf(config, row)) === null
      const canSignOut = works && (await canSignOutAt(config, row))
      return { id: row.id, name: row.name, works, canSignOut, required: row.required }
    }),
  )
  const required = providers.filter((each) => each.required)
  const password =
    required.length === 0
      ? 'everybody'
      : required.every(({ works }) => works)
        ? 'nobody'
        : 'administrators'
  const passkeys = passkeySiteOf(config) !== null
  return { password, passkeys, providers: providers.map(({ required: _, ...shown }) => shown) }
}

async function canSignOutAt(...provider: Parameters<typeof discoverProvider>): Promise<boolean> {
  const configuration = await discoverProvider(...provider)
  return configuration.serverMetadata().end_session_endpoint !== undefined
}

/** Who may sign in by other means than a provider. */
export async function whoNeedsNoProvider(
  deps: Pick<Deps, 'db' | 'config'>,
): Promise<SignInWays['password']> {
  // Most installations require none, and need no look at any.
  const required = await deps.db.identityProvider.count({ where: { required: true } })
  return required === 0 ? 'everybody' : (await getSignInWays(deps)).password
}

/** Whether this person may sign in without a provider. */
export function mayEnter(who: SignInWays['password'], { grants }: UserWithGrants): boolean {
  return (
    who === 'everybody' ||
    (who === 'administrators' && grants.some(({ role }) => role === 'administrator'))
  )
}

export function providerRequired(who: SignInWays['password']): AppError {
  return new AppError(
    'forbidden',
    who === 'nobody'
      ? 'Sign in with the identity provider; passwords and passkeys are switched off here.'
      : 'The identity provider does not work now. Meanwhile only administrators can sign in, with a password.',
    { code: who === 'nobody' ? 'provider-required' : 'provider-fails' },
  )
}
