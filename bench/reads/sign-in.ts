import * as contract from '@steelyard/contract'

const person = { email: 'bench@example.org', password: 'brisk copper lantern dune' }

/** The headers of a person with a session, and of a program with a token. */
interface Credentials {
  cookie: { cookie: string }
  token: { authorization: string }
}

/** Signs in, after creating the administrator where there is none yet. */
export async function signIn(base: string, setupUrlPath?: string | null): Promise<Credentials> {
  if (setupUrlPath) {
    const token = contract.tokenOfLink(setupUrlPath)
    await post(`${base}/setup`, { ...person, token, name: 'Bench' })
  }
  const reply = await post(`${base}/session`, person)
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  // That scope must be the only one of its token.
  const scopes = contract.Permission.options.filter((scope) => scope !== 'load-balancer')
  const call = contract.createClient(base, fetch, { cookie })
  const { secret } = await call(contract.createToken, {
    body: { name: `bench ${Date.now()}`, scopes },
  })
  return { cookie: { cookie }, token: { authorization: `Bearer ${secret}` } }
}

async function post(url: string, body: object): Promise<Response> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`)
  return reply
}
