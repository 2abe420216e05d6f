import { z } from 'zod'
import { Id, Text } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Job } from '../jobs.ts'
import { Host } from './hosts.ts'
import { Address, Fingerprint, Port, Username } from './ssh.ts'

const DomainParams = z.object({ id: Id, domainId: Id })

/** Restricted to plain absolute paths because it becomes part of a command in `authorized_keys`. */
const LogPath = z
  .string()
  .trim()
  .max(250)
  .regex(
    /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._][A-Za-z0-9._-]*)+$/,
    'an absolute path of letters, digits, dot, dash and underscore',
  )

export const setGuestLog = endpoint({
  id: 'setGuestLog',
  method: 'PUT',
  path: '/hosts/:id/domains/:domainId/guest-log',
  tag: 'Hosts',
  summary: 'Set where a guest’s access log is; creates a key pair and fetches the guest’s key',
  description: 'Setting it again starts over with a new key pair and no pinned key.',
  params: DomainParams,
  body: z.object({
    address: Address,
    port: Port,
    username: Username,
    path: LogPath,
    logFormat: Text.max(4000).nullable().default(null),
  }),
  status: 202,
  response: z.object({ host: Host, job: Job }),
})

export const confirmGuestLog = endpoint({
  id: 'confirmGuestLog',
  method: 'POST',
  path: '/hosts/:id/domains/:domainId/guest-log/confirm',
  tag: 'Hosts',
  summary: 'Pin the guest’s key that was shown and try to follow the log',
  description: 'Once the key is pinned, confirm it again to retry.',
  params: DomainParams,
  body: z.object({ fingerprint: Fingerprint }),
  status: 202,
  response: z.object({ host: Host, job: Job }),
})

export const removeGuestLog = endpoint({
  id: 'removeGuestLog',
  method: 'DELETE',
  path: '/hosts/:id/domains/:domainId/guest-log',
  tag: 'Hosts',
  summary: 'Delete the connection to a guest’s access log and destroy its key pair',
  params: DomainParams,
  status: 204,
})
