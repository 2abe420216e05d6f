import { CodeBlock } from '../ui/code-block.tsx'
import { Fingerprint } from './fingerprint.tsx'

const READ_KEY = 'ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub'
const READ_DROPBEAR_KEY = 'dropbearkey -y -f /etc/dropbear/dropbear_ed25519_host_key'

/** The key that the machine presented, and how to verify it over another channel. */
export function CompareKey({
  address,
  fingerprint,
}: {
  address: string | null
  fingerprint: string
}) {
  return (
    <>
      <p className="text-sm text-ink-soft">
        {address} presented this key. Only the handshake has been sent so far.
      </p>
      <Fingerprint value={fingerprint} label="Key shown" />
      <p className="text-sm text-ink-soft">
        Compare it with the key that the machine itself prints on its own console:
      </p>
      <CodeBlock text={READ_KEY} label="the command that prints the fingerprint" />
      <p className="text-sm text-ink-soft">
        With dropbear instead of OpenSSH:{' '}
        <code className="font-mono text-xs break-all">{READ_DROPBEAR_KEY}</code>
      </p>
    </>
  )
}
