'use client'

import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

/** Codes that are never shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <Alert
      tone="ok"
      title="Keep these recovery codes"
      action={
        <>
          <CopyButton text={codes.join('\n')} label="the recovery codes" />
          <Button size="small" onClick={onDone}>
            I have kept them
          </Button>
        </>
      }
    >
      <p>
        They are shown only now. Each lets you in once, without your app or passkey. Keep them where
        you keep your passwords, or on paper.
      </p>
      <ul className="grid gap-1 pt-2 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Alert>
  )
}
