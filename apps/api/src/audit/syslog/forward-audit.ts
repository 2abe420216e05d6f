import { once } from 'node:events'
import net from 'node:net'
import os from 'node:os'
import tls from 'node:tls'
import type { Deps } from '../../deps.ts'
import { auditLag } from '../../metrics.ts'
import { serialiseAuditEvent } from '../serialise-audit-event.ts'
import { syslogMessage } from './syslog-message.ts'

const PATIENCE_MS = 10_000

const AT_ONCE = 500
/** Any fixed number that no other lock in this database uses. */
const FORWARDING_LOCK = 0x57e15109

/**
 * Sends the events that the syslog server does not have yet, oldest first. What could not be sent is
 * sent the next time; after an interruption some events can arrive twice, but none is left out.
 */
export async function forwardAudit({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const url = config.syslogUrl
  if (!url) return
  await db.$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<[{ ours: boolean }]>`
      SELECT pg_try_advisory_xact_lock(${FORWARDING_LOCK}) AS "ours"`
    if (!lock.ours) return // another agent is at it
    const sent = (await tx.auditForwarding.findUnique({ where: { id: 1 } }))?.sequence ?? 0n
    const newer = { sequence: { gt: sent } }
    const rows = await tx.auditEvent.findMany({
      where: newer,
      orderBy: { sequence: 'asc' },
      take: AT_ONCE,
    })
    auditLag.set(rows.length)
    const newest = rows.at(-1)
    if (!newest) return
    const host = os.hostname()
    await sendSyslog(
      url,
      rows.map((row) => syslogMessage(serialiseAuditEvent(row), host)),
    )
    const data = { sequence: newest.sequence }
    await tx.auditForwarding.upsert({ where: { id: 1 }, create: data, update: data })
    auditLag.set(0)
  })
}

/**
 * Sends messages over one connection of its own, and returns once the server has closed it too:
 * TCP then has acknowledged every byte. Syslog itself has no receipts.
 * @param url `tls://host:6514` or `tcp://host:514`
 */
async function sendSyslog(url: string, messages: readonly Buffer[]): Promise<void> {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'tls:'
  const socket = secure
    ? tls.connect({ host, port: Number(port || 6514), servername: net.isIP(host) ? '' : host })
    : net.connect({ host, port: Number(port || 514) })
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`${hostname} does not answer`)))
  try {
    await once(socket, secure ? 'secureConnect' : 'connect')
    socket.resume() // servers say nothing, but their end has to be read
    const closed = once(socket, 'close')
    for (const message of messages) socket.write(message)
    socket.end()
    await closed
  } finally {
    socket.destroy()
  }
}
