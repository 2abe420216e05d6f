import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

const PYTHON = `import base64, hashlib, hmac, time

def is_from_steelyard(secret: str, headers: dict, body: bytes) -> bool:
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False  # an old message, sent once more
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    mac = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(each, "v1," + mac)
               for each in headers["webhook-signature"].split(" "))`

/** The secret of a new webhook, which is shown only now, and how its receiver uses it. */
export function SigningSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className="space-y-4">
      <Alert tone="warn" title="Copy the signing secret now">
        <p>It is shown only once. With it, the receiver knows that a message is from Steelyard.</p>
      </Alert>
      <div className="flex flex-wrap items-center gap-3 rounded-lg bg-sunken p-3">
        <code className="min-w-0 flex-1 basis-48 text-sm break-all select-all">{secret}</code>
        <CopyButton text={secret} label="the signing secret" />
      </div>
      <Disclosure summary="How to verify a message">
        <div className="space-y-3 text-sm text-ink-soft">
          <p>
            Messages are signed as Standard Webhooks describes it, for which most languages have a
            library. Without one, in Python:
          </p>
          <CodeBlock text={PYTHON} label="how to verify a message" />
        </div>
      </Disclosure>
      <div className="flex justify-end">
        <Button look="primary" onClick={onDone}>
          I have saved it
        </Button>
      </div>
    </div>
  )
}
