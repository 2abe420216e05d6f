import { SecretOnce } from '../ui/secret-once.tsx'

export function TokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <SecretOnce
      secret={secret}
      label="the token"
      title="Copy it now"
      words="It is shown only once and not stored in readable form."
      onDone={onDone}
    />
  )
}
