import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { visitor } from '@steelyard/api/testing'
import { findFreePort } from '../../../scripts/lib/free-port.ts'
import { untilDiscovered } from './until-discovered.ts'

const VERSION = '26.2.5'
const PASSWORD = 'a password at the provider'
export const CLIENT_SECRET = 'a secret of the client'

const realm = {
  realm: 'staff',
  enabled: true,
  groups: [{ name: 'web' }],
  users: [
    personOf('grace', { emailVerified: true, groups: ['/web'] }),
    personOf('eve', { emailVerified: false }),
  ],
  clients: [
    {
      clientId: 'steelyard',
      secret: CLIENT_SECRET,
      redirectUris: ['http://localhost:3000/*'],
      attributes: { 'pkce.code.challenge.method': 'S256', 'post.logout.redirect.uris': '+' },
      protocolMappers: [
        {
          name: 'groups',
          protocol: 'openid-connect',
          protocolMapper: 'oidc-group-membership-mapper',
          config: { 'claim.name': 'groups', 'full.path': 'false', 'id.token.claim': 'true' },
        },
      ],
    },
  ],
}

function personOf(username: string, more: object) {
  const credentials = [{ type: 'password', value: PASSWORD }]
  const email = `${username}@example.org`
  return {
    username,
    email,
    firstName: username,
    lastName: 'Test',
    enabled: true,
    credentials,
    ...more,
  }
}

/** Starts Keycloak from Maven's repository, with two people. */
export async function startKeycloak() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-keycloak-'))
  const artifact = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`
  const unpack = ['dependency:unpack', `-Dartifact=${artifact}`, `-DoutputDirectory=${directory}`]
  // Where it runs, Maven notes what it has unpacked, and would not do it again.
  await promisify(execFile)('mvn', ['--batch-mode', '--quiet', ...unpack], { cwd: directory })
  const home = path.join(directory, `keycloak-${VERSION}`)
  mkdirSync(path.join(home, 'data/import'), { recursive: true })
  writeFileSync(path.join(home, 'data/import/staff.json'), JSON.stringify(realm))
  const port = await findFreePort()
  const process = spawn('bash', [path.join(home, 'bin/kc.sh'), 'start-dev', '--import-realm'], {
    env: environment(port),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const issuer = `http://127.0.0.1:${port}/realms/staff`
  await untilDiscovered(issuer, process)
  return {
    issuer,
    visitor: () => visitorOf(issuer),
    async close() {
      process.kill()
      await new Promise((resolve) => process.once('exit', resolve))
      rmSync(directory, { recursive: true })
    },
  }
}

function environment(port: number): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    KC_HTTP_HOST: '127.0.0.1',
    KC_HTTP_PORT: String(port),
    KC_LOG_LEVEL: 'warn',
    JAVA_OPTS_KC_HEAP: '-Xmx512m',
  }
}

/** A browser that fills in the form that the provider shows it; where it leads afterwards. */
function visitorOf(issuer: string) {
  const visit = visitor(new URL(issuer).origin)
  return async (address: string, username: string): Promise<string> => {
    const { page } = await visit(address)
    const action = /<form[^>]* action="([^"]+)"/.exec(page ?? '')?.[1]
    if (!action) throw new Error(`the provider shows no form: ${page}`)
    const { at, page: refusal } = await visit(action.replaceAll('&amp;', '&'), {
      username,
      password: PASSWORD,
    })
    if (refusal !== null) throw new Error(`the provider refuses ${username}: ${refusal}`)
    return at
  }
}
