import type { IdentityProvider } from '@steelyard/contract'
import { CopyButton } from '../ui/copy-button.tsx'

/** What the provider has to know of this installation. */
export function AddressesToRegister({ provider }: { provider: IdentityProvider }) {
  return (
    <div className="space-y-3">
      <p className="text-sm text-ink-soft">Register these addresses at the provider:</p>
      <Address label="Redirect address" text={provider.callbackUrl} />
      <Address label="Address after signing out" text={provider.signedOutUrl} />
    </div>
  )
}

function Address({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="mb-1 text-sm font-medium">{label}</p>
      <div className="flex flex-wrap items-center gap-3 rounded-lg bg-sunken p-3">
        <code className="min-w-0 flex-1 basis-48 text-sm break-all select-all">{text}</code>
        <CopyButton text={text} label={`the ${label.toLowerCase()}`} />
      </div>
    </div>
  )
}
