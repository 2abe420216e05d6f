import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sshOptions } from '../../../e2e/xen-host/lib/ssh.ts'
import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'
import { guestAddress } from '../../recordings/guest-address.ts'

/** Where the host that a guest leaves finds the other one's sshd. */
const TUNNEL_PORT = 2222
const PROBE_SECONDS = 60

/**
 * Moves a running guest to another host with `xl migrate`. The emulated hosts cannot reach each
 * other, so this machine carries the connection. The other host's own guests make room first.
 */
export async function migrateGuest(
  number: number,
  { from, to }: { from: XenHost; to: XenHost },
): Promise<{ seconds: number; answers: boolean }> {
  await to.run(`for each in $(xl list | awk 'NR > 2 { print $1 }'); do xl destroy $each; done`)
  const tunnel = openTunnel(from, to)
  try {
    const ssh = `ssh -p ${TUNNEL_PORT} -o StrictHostKeyChecking=no`
    await from.run(`timeout ${PROBE_SECONDS} sh -c 'until ${ssh} 127.0.0.1 true; do sleep 1; done'`)
    const begin = await clockOf(from)
    await from.run(`xl migrate -s '${ssh}' vm${number} 127.0.0.1 2>&1`)
    const seconds = (await clockOf(from)) - begin
    return { seconds, answers: await answersOn(to, number) }
  } finally {
    tunnel.kill()
    await once(tunnel, 'exit')
  }
}

function openTunnel(from: XenHost, to: XenHost) {
  const { controlKey: keyFile } = from.handle
  const options = sshOptions({ port: from.port, username: 'root', keyFile })
  const forward = ['-N', '-R', `${TUNNEL_PORT}:${to.address}:${to.port}`]
  return spawn('ssh', [...options, ...forward, '-p', String(from.port), `root@${from.address}`])
}

async function clockOf(host: XenHost): Promise<number> {
  return Number(await host.run('date +%s.%N'))
}

/** Whether the guest's web server answers its new Domain-0 within a minute. */
async function answersOn(host: XenHost, number: number): Promise<boolean> {
  const script = `until exec 3<>/dev/tcp/${guestAddress(number)}/80 &&
    printf 'GET /spin.php?n=1 HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '
  do sleep 1; done`
  const { exitCode } = await host.tryRun(`timeout ${PROBE_SECONDS} bash -s`, script)
  return exitCode === 0
}
