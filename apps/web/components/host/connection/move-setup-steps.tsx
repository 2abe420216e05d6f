import type { HostConnection } from '@steelyard/contract'
import { CodeBlock } from '../../ui/code-block.tsx'

type Moves = NonNullable<HostConnection['moves']>

const MAKE_KEY =
  "install -d -m 700 /etc/steelyard && ssh-keygen -t ed25519 -N '' -f /etc/steelyard/move-key"

/** The hosts of one address and port share a line. */
function scanKeys(peers: Moves['peers']): string {
  const scans = peers.map(
    ({ address, port }) =>
      `ssh-keyscan -t ed25519 -p ${port} ${address} >>/etc/steelyard/move-hosts`,
  )
  return [...scans, 'ssh-keygen -lf /etc/steelyard/move-hosts'].join('\n')
}

/** What root needs on this host before xl can hand guests over to the others, and take theirs. */
export function MoveSetupSteps({ moves: { sshConfig, keyOptions, peers } }: { moves: Moves }) {
  return (
    <>
      <li className="space-y-2 pl-1">
        <p>To hand guests over, root needs a key that serves nothing else:</p>
        <CodeBlock text={MAKE_KEY} label="the command that makes the key for moves" wrap />
      </li>
      <li className="space-y-2 pl-1">
        <p>
          Fetch the keys of the other hosts and compare what is printed with what Steelyard has
          confirmed of them:
        </p>
        <CodeBlock text={scanKeys(peers)} label="the commands that fetch the keys" wrap />
        <ul className="space-y-1">
          {peers.map(({ hostId, name, fingerprint }) => (
            <li key={hostId}>
              {name}: <code className="font-mono text-xs break-all">{fingerprint}</code>
            </li>
          ))}
        </ul>
      </li>
      <li className="space-y-2 pl-1">
        <p>
          Write this to <code className="font-mono">/etc/ssh/ssh_config.d/steelyard.conf</code>. It
          says which machine each name of the gate is.
        </p>
        <CodeBlock text={sshConfig} label="the configuration of ssh for moves" />
      </li>
      <li className="space-y-2 pl-1">
        <p>
          To take guests of the others, put their keys (
          <code className="font-mono">/etc/steelyard/move-key.pub</code>) into{' '}
          <code className="font-mono">/root/.ssh/authorized_keys</code>, each after this and a
          blank. Such a key starts the receiver of xl and nothing else, yet whoever holds it can
          start any guest here.
        </p>
        <CodeBlock text={keyOptions} label="the options of a key for moves" wrap />
      </li>
    </>
  )
}
