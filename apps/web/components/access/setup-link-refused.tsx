import Link from 'next/link'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'

export function SetupLinkRefused({ detail }: { detail: string }) {
  return (
    <Alert
      tone="warn"
      title="This link cannot be used"
      action={
        <Button asChild size="small">
          <Link href="/sign-in">Go to sign in</Link>
        </Button>
      }
    >
      <p>{detail}</p>
      <p>
        A link works once and for a limited time. While there is no administrator, restarting
        Steelyard prints a new one; otherwise sign in.
      </p>
    </Alert>
  )
}
