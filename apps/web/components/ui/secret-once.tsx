import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

interface Props {
  secret: string
  /** What it is, as the end of `Copy ...`. */
  label: string
  title: string
  words: string
  onDone: () => void
  children?: ReactNode
}

/** A secret that is shown only now. */
export function SecretOnce({ secret, label, title, words, onDone, children }: Props) {
  return (
    <div className="space-y-4">
      <Alert tone="warn" title={title}>
        <p>{words}</p>
      </Alert>
      <div className="flex flex-wrap items-center gap-3 rounded-lg bg-sunken p-3">
        <code className="min-w-0 flex-1 basis-48 text-sm break-all select-all">{secret}</code>
        <CopyButton text={secret} label={label} />
      </div>
      {children}
      <div className="flex justify-end">
        <Button look="primary" onClick={onDone}>
          I have saved it
        </Button>
      </div>
    </div>
  )
}
