import { CodeBlock } from '../ui/code-block.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { SecretOnce } from '../ui/secret-once.tsx'

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
    <SecretOnce
      secret={secret}
      label="the signing secret"
      title="Copy the signing secret now"
      words="It is shown only once. With it, the receiver knows that a message is from Steelyard."
      onDone={onDone}
    >
      <Disclosure summary="How to verify a message">
        <div className="space-y-3 text-sm text-ink-soft">
          <p>
            Messages are signed as Standard Webhooks describes it, for which most languages have a
            library. Without one, in Python:
          </p>
          <CodeBlock text={PYTHON} label="how to verify a message" />
        </div>
      </Disclosure>
    </SecretOnce>
  )
}
