import { readFileSync } from 'node:fs'
import { haproxyConfig, threadsConfig } from '../../../e2e/load-balancer/lib/haproxy-config.ts'
import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { BALANCER, WEB_SERVERS } from './domains.ts'
import { sendPrograms } from './send-programs.ts'

export const PATHS = {
  config: '/etc/haproxy/haproxy.cfg',
  threads: '/etc/haproxy/steelyard-threads.cfg',
  statsSocket: '/run/haproxy/admin.sock',
  companion: '/usr/local/sbin/steelyard-haproxy',
  log: '/tmp/haproxy.log',
}
/** HAProxy runs without systemd here, as the companion's README describes. */
export const RELOAD = 'kill -USR2 "$(cat /run/haproxy.pid)"'

/** A second thread has use for a second vCPU only; the images give each guest one. */
export async function giveSecondVCpu(host: XenHost): Promise<void> {
  const file = `/etc/xen/${BALANCER.name}.cfg`
  const change = `sed -i 's/^vcpus = 1$/vcpus = 2/' ${file}`
  await host.run(`${change} && xl destroy ${BALANCER.name} && xl create -q ${file}`)
  await host.untilGuestsServe()
}

/** Installs HAProxy and the companion in the guest, and starts HAProxy with one thread. */
export async function installBalancer(host: XenHost): Promise<void> {
  await sendPrograms(host, BALANCER.number, ['haproxy', 'curl'])
  const config = haproxyConfig({
    bind: '*:80',
    webServers: WEB_SERVERS.map(({ address }) => address),
    statsSocket: PATHS.statsSocket,
  })
  const script = [
    MAKE_WAY,
    fileWith(PATHS.config, config),
    fileWith(PATHS.threads, threadsConfig(1)),
    fileWith(PATHS.companion, readFileSync(inRoot('companions/haproxy/steelyard-haproxy'), 'utf8')),
    `chmod 755 ${PATHS.companion}`,
    START,
  ]
  await host.runInGuest(BALANCER.number, 'sh -e -s', script.join('\n'))
}

/** The forwarded port is that of Apache, whose start-up script starts it again on another one. */
const MAKE_WAY = `mkdir -p /etc/haproxy /run/haproxy
sed -i 's/^Listen 80$/Listen 8080/' /etc/apache2/ports.conf
apache=$(cat /run/apache2/apache2.pid)
kill "$apache"
while kill -0 "$apache" 2>/dev/null; do sleep 1; done`

const ASK = `echo 'show info' | curl --silent --max-time 10 --unix-socket ${PATHS.statsSocket} telnet://haproxy`

/**
 * In the foreground of a session of its own, because as a daemon it would log nothing. Where this
 * machine gives the emulator little of a core, a system call can seem to take seconds of CPU time.
 * HAProxy's watchdog would take that for a lockup and abort; without signals to queue it has no timer.
 */
const START = `setsid prlimit --sigpending=0 haproxy -W -S /run/haproxy-master.sock -p /run/haproxy.pid \\
  -f ${PATHS.config} -f ${PATHS.threads} </dev/null >${PATHS.log} 2>&1 &
${untilItSays('Nbthread: 1')}
cat ${PATHS.log} >&2
exit 1
`

/** Reloads HAProxy with so many threads, without the companion, and waits until it runs them. */
export async function setThreads(host: XenHost, threads: number): Promise<void> {
  const script = `${fileWith(PATHS.threads, threadsConfig(threads))}
${RELOAD}
${untilItSays(`Nbthread: ${threads}`)}
tail -n 20 ${PATHS.log} >&2
exit 1
`
  await host.runInGuest(BALANCER.number, 'sh -s', script)
}

/** Shell commands that end the script once HAProxy answers with this line. */
function untilItSays(line: string): string {
  return `for attempt in $(seq 60); do
  if ${ASK} | grep -qx '${line}'; then exit 0; fi
  sleep 1
done`
}

/** Shell commands that write a file. */
export function fileWith(path: string, content: string): string {
  return `base64 -d >${path} <<'END'\n${Buffer.from(content).toString('base64')}\nEND`
}
