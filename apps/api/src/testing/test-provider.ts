import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { visitor } from './visitor.ts'

const CLIENT_ID = 'steelyard'
const CLIENT_SECRET = 'a secret of the client'
const SCOPES = { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] }

type Claims = Record<string, unknown>

/** A real OpenID provider on loopback. */
export interface TestProvider {
  issuer: string
  /** For the API: a provider with this client. */
  settings: { issuer: string; clientId: string; clientSecret: string; scopes: string; name: string }
  /** What it says of each person; `sub` is the key. */
  people: Map<string, Claims>
  /** Who signs in without being asked; null cancels. Unused where people are asked. */
  person: string | null
  /** Changes the ID token before it is sent; it is signed anew. */
  tamper: (claims: Claims) => Claims
  /** What is used to sign what was tampered with. */
  tamperKey: Parameters<typeof sign>[2]
  /** Fails requests to its endpoints by path with this status. */
  failures: Map<string, number>
  /** Goes the way of a browser and returns the address on another site to which it leads. */
  visit(address: string): Promise<string>
  close(): Promise<void>
}

/**
 * @param userInfo without it, everything is in the ID token
 * @param asks whether people are shown a form; any password is right there
 * @param origin of the installation that is its client
 */
export async function startTestProvider({
  userInfo = true,
  asks = false,
  origin = 'http://localhost:3000',
} = {}): Promise<TestProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const it: TestProvider = {
    issuer,
    settings: {
      name: 'Company',
      issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      scopes: 'openid email profile groups',
    },
    people: new Map(),
    person: null,
    tamper: (claims) => claims,
    tamperKey: privateKey,
    failures: new Map(),
    visit: (address) => visit(issuer, address),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const provider = new Provider(issuer, {
    clients: [
      { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [`${issuer}/unused`] },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'test' }] },
    cookies: { keys: ['a key of cookies'] },
    claims: SCOPES,
    conformIdTokenClaims: userInfo,
    features: { devInteractions: { enabled: asks }, userinfo: { enabled: userInfo } },
    ...(asks ? {} : { interactions: { url: (_, { uid }) => `/interaction/${uid}` } }),
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...it.people.get(sub) }),
    }),
  })
  // The address holds an id that is made after the client.
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    uri.startsWith(`${origin}/api/v1/sign-in/`)
  provider.Client.prototype.postLogoutRedirectUriAllowed = (uri) => uri === `${origin}/sign-in`
  provider.use(async (ctx, next) => {
    const failure = it.failures.get(ctx.path)
    if (failure) {
      ctx.status = failure
      return
    }
    if (!asks && ctx.path.startsWith('/interaction/')) return answerFor(provider, it, ctx)
    await next()
    const tokens = ctx.body as { id_token?: string } | undefined
    if (ctx.path === '/token' && tokens?.id_token) {
      ctx.body = { ...tokens, id_token: signedAnew(tokens.id_token, it) }
    }
  })
  server.on('request', provider.callback())
  return it
}

async function answerFor(
  provider: Provider,
  { person }: TestProvider,
  ctx: { req: import('node:http').IncomingMessage; res: import('node:http').ServerResponse },
): Promise<void> {
  const { params } = await provider.interactionDetails(ctx.req, ctx.res)
  const refused = { error: 'access_denied', error_description: 'the person cancelled' }
  if (person === null) return provider.interactionFinished(ctx.req, ctx.res, refused)
  const grant = new provider.Grant({ accountId: person, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: person }, consent })
}

function signedAnew(token: string, { tamper, tamperKey }: TestProvider): string {
  const [header, payload] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as Claims
  const text = `${header}.${Buffer.from(JSON.stringify(tamper(claims))).toString('base64url')}`
  return `${text}.${sign('sha256', Buffer.from(text), tamperKey).toString('base64url')}`
}

async function visit(issuer: string, address: string): Promise<string> {
  const { at, page } = await visitor(issuer)(address)
  if (page !== null) throw new Error(`${at} shows a page: ${page}`)
  return at
}
