import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

export function TokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className="space-y-4">
      <Alert tone="warn" title="Copy it now">
        <p>It is shown only once and not stored in readable form.</p>
      </Alert>
      <div className="flex flex-wrap items-center gap-3 rounded-lg bg-sunken p-3">
        <code className="min-w-0 flex-1 basis-48 text-sm break-all select-all">{secret}</code>
        <CopyButton text={secret} label="the token" />
      </div>
      <div className="flex justify-end">
        <Button look="primary" onClick={onDone}>
          I have saved it
        </Button>
      </div>
    </div>
  )
}
