import type { HostConnection } from '@steelyard/contract'
import { CodeBlock } from '../../ui/code-block.tsx'
import { MoveSetupSteps } from './move-setup-steps.tsx'

/**
 * `*` matches no password and, unlike `!`, does not lock the account: sshd without PAM refuses
 * locked accounts.
 */
function makeAccount(username: string): string {
  const home = `/var/lib/${username}`
  return [
    `useradd --system --home-dir ${home} --shell /bin/sh --password '*' ${username} &&`,
    `  install -d -m 755 ${home} ${home}/.ssh`,
  ].join('\n')
}

/** What has to be installed on the host for the key to work, and no more. */
export function HostSetupSteps({ connection }: { connection: HostConnection }) {
  const { gate, authorizedKeysLine, sudoersSnippet, username, moves } = connection
  return (
    <ol className="list-[lower-alpha] space-y-4 pl-5 text-sm marker:font-semibold">
      {username && username !== 'root' ? (
        <li className="space-y-2 pl-1">
          <p>
            As root, create the account if it does not exist. It has no password and owns no file;
            sshd starts the gate through its shell.
          </p>
          <CodeBlock text={makeAccount(username)} label="the commands that create the account" />
        </li>
      ) : null}
      {gate ? (
        <li className="space-y-2 pl-1">
          <p>
            As root, write this script to <code className="font-mono">{gate.path}</code> and make it
            executable (<code className="font-mono">chmod 755</code>). The key can start nothing but
            this script, and the script runs nothing but the lines it lists.
          </p>
          <CodeBlock text={gate.script} label="the gate script" folded="Read the script" />
        </li>
      ) : null}
      {authorizedKeysLine ? (
        <li className="space-y-2 pl-1">
          <p>
            Add this line to{' '}
            <code className="font-mono">~{username ?? 'root'}/.ssh/authorized_keys</code>. The
            private half was made for this host alone and never leaves Steelyard.
          </p>
          <CodeBlock text={authorizedKeysLine} label="the authorized_keys line" wrap />
        </li>
      ) : null}
      {sudoersSnippet ? (
        <li className="space-y-2 pl-1">
          <p>
            Let the account run exactly these commands as root:{' '}
            <code className="font-mono">visudo -f /etc/sudoers.d/steelyard</code>
          </p>
          <CodeBlock text={sudoersSnippet} label="the sudoers rules" folded="Read the rules" />
        </li>
      ) : null}
      {moves ? <MoveSetupSteps moves={moves} /> : null}
    </ol>
  )
}
