'use client'

import type { LoadBalancer } from '@steelyard/contract'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { NewBalancerToken } from './new-balancer-token.tsx'

/** The commands to run on the load balancer's machine; see companions/haproxy/README.md. */
const installCommands = `install -m 755 steelyard-haproxy /usr/local/sbin/
install -m 644 steelyard-haproxy.service /etc/systemd/system/
systemctl daemon-reload
systemctl enable --now steelyard-haproxy`

const haproxyLines = `# /etc/default/haproxy
EXTRAOPTS="-f /etc/haproxy/steelyard-threads.cfg -S /run/haproxy-master.sock"

# /etc/haproxy/haproxy.cfg, without an nbthread of its own
global
    stats socket /run/haproxy/admin.sock mode 660 level admin expose-fd listeners
    hard-stop-after 5m
defaults
    option idle-close-on-response`

const firstThreads = `printf 'global\\n    nbthread 1\\n' > /etc/haproxy/steelyard-threads.cfg
systemctl restart haproxy`

const oldHaproxyLines = `# /etc/steelyard-haproxy.conf, in addition; nbproc is gone since HAProxy 2.5
DIRECTIVE=nbproc`

/** The origin of a page does not change; the server does not know it. */
const never = () => () => {}

/** Shows what the load balancer's machine needs: token, script and configuration. */
export function ConnectBalancer({ balancer }: { balancer: LoadBalancer }) {
  const [asking, setAsking] = useState(false)
  const url = useSyncExternalStore(
    never,
    () => location.origin,
    () => '',
  )
  return (
    <ol className="space-y-6">
      <Step title="1. Make a token">
        <p>
          It can ask for the advice of {balancer.hostName}, report for its load balancer, and do
          nothing else. Put it into <code>/etc/steelyard-haproxy.token</code>, mode 600.
        </p>
        <Button onClick={() => setAsking(true)}>
          <KeyRound aria-hidden /> New token
        </Button>
        <NewBalancerToken balancer={balancer} open={asking} onOpenChange={setAsking} />
      </Step>
      <Step title="2. Have HAProxy read the file that the script will write">
        <p>
          A second configuration file holds only the number of threads. The other lines keep
          requests from being lost while HAProxy reloads. The script also reads from the socket how
          busy HAProxy is:
        </p>
        <CodeBlock text={haproxyLines} label="the lines for HAProxy" />
        <p>Run once to create the file:</p>
        <CodeBlock text={firstThreads} label="the commands that create it" />
      </Step>
      <Step title="3. Configure the script">
        <p>
          As <code>/etc/steelyard-haproxy.conf</code>:
        </p>
        <CodeBlock
          text={configurationFile(url, balancer.hostId)}
          label="the script’s configuration"
        />
        <Disclosure summary="HAProxy before 1.8, with processes instead of threads">
          <CodeBlock text={oldHaproxyLines} label="the lines for an old HAProxy" />
        </Disclosure>
      </Step>
      <Step title="4. Install the script">
        <p>
          From <code>companions/haproxy</code> of Steelyard’s source; it needs a shell, awk, curl
          and HAProxy.
        </p>
        <CodeBlock text={installCommands} label="the commands that install the script" />
      </Step>
    </ol>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="space-y-3 text-sm text-ink-soft">
      <h3 className="text-base font-semibold text-ink">{title}</h3>
      {children}
    </li>
  )
}

function configurationFile(url: string, hostId: string): string {
  return `STEELYARD_URL=${url}
STEELYARD_HOST_ID=${hostId}
STEELYARD_TOKEN_FILE=/etc/steelyard-haproxy.token`
}
