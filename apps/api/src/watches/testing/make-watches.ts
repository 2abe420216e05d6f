/**
 * For the benchmark of watches, which knows nothing of how keys are sealed: enrols hosts and the logs
 * of their guests as if an operator had confirmed every key, promises those guests a time that they
 * keep, and watches all of it under a policy. What is wanted comes as JSON on the standard input;
 * prints the id of the first host.
 */
import { randomUUID } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { PolicySettings } from '@steelyard/contract'
import pg from 'pg'
import { sealText } from '../../access/sealed-text.ts'
import { sealedFor } from '../../hosts/ssh-access.ts'

/** So long that nobody misses it. */
const TARGET_MS = 100_000

interface Place {
  port: number
  hostKeyFingerprint: string
}

interface WatchesToMake {
  databaseUrl: string
  hosts: number
  /** Domains of each host, without Domain-0. */
  guests: number
  /** How many of them have a log that is followed. */
  logs: number
  places: { host: Place; guest: Place }
  privateKey: string
  /** Base64. */
  secretKey: string
}

const wanted = (await json(process.stdin)) as WatchesToMake
const client = new pg.Client({ connectionString: wanted.databaseUrl })
await client.connect()
const ids: string[] = []
for (let number = 1; number <= wanted.hosts; number++) ids.push(await makeHost(number))
await client.end()
console.log(ids[0])

async function makeHost(number: number): Promise<string> {
  const hostId = randomUUID()
  const name = `xen-${number}`
  await client.query('insert into "Host" ("id", "name") values ($1, $2)', [hostId, name])
  await makeAccess({ hostId, guestLogId: null })
  for (let guest = 1; guest <= wanted.guests; guest++) await makeGuest(hostId, guest)
  await client.query('insert into "Policy" ("id", "hostId", "settings") values ($1, $2, $3)', [
    randomUUID(),
    hostId,
    PolicySettings.parse({}),
  ])
  await client.query('insert into "Watch" ("hostId") values ($1)', [hostId])
  return hostId
}

async function makeGuest(hostId: string, number: number): Promise<void> {
  const domainId = randomUUID()
  await client.query('insert into "Domain" ("id", "hostId", "name") values ($1, $2, $3)', [
    domainId,
    hostId,
    `vm${number}`,
  ])
  if (number > wanted.logs) return
  await client.query('update "Domain" set "targetResponseTimeMs" = $2 where "id" = $1', [
    domainId,
    TARGET_MS,
  ])
  const guestLogId = randomUUID()
  await client.query(
    'insert into "GuestLog" ("id", "domainId", "path", "logFormat") values ($1, $2, $3, $4)',
    [guestLogId, domainId, '/var/log/apache2/access.log', '%h %l %u %t "%r" %>s %b %D'],
  )
  await makeAccess({ hostId: null, guestLogId })
}

async function makeAccess(owner: {
  hostId: string | null
  guestLogId: string | null
}): Promise<void> {
  const { places, privateKey, secretKey } = wanted
  const id = randomUUID()
  const place = owner.hostId ? places.host : places.guest
  const sealed = sealText(Buffer.from(secretKey, 'base64'), sealedFor({ id, ...owner }), privateKey)
  await client.query(
    `insert into "SshAccess" ("id", "hostId", "guestLogId", "address", "port", "username", "state",
       "pinnedFingerprint", "privateKeySealed") values ($1, $2, $3, '127.0.0.1', $4, $5, 'connected', $6, $7)`,
    [
      id,
      owner.hostId,
      owner.guestLogId,
      place.port,
      owner.hostId ? 'root' : 'www',
      place.hostKeyFingerprint,
      Buffer.from(sealed),
    ],
  )
}
