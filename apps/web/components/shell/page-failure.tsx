'use client'

import { RotateCcw } from 'lucide-react'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'

/** Shown when a page crashes; the digest identifies the entry in the server's log. */
export function PageFailure({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <div className="mx-auto max-w-xl py-10">
      <h1 className="mb-4 text-2xl font-semibold">This page failed</h1>
      <Alert
        tone="danger"
        title="Something in the dashboard went wrong"
        action={
          <>
            <Button size="small" onClick={onRetry}>
              <RotateCcw aria-hidden /> Try again
            </Button>
            <ButtonLink size="small" look="quiet" href="/">
              Go to the fleet
            </ButtonLink>
          </>
        }
      >
        <p>
          Nothing on any host was changed by this. Stored uploads and analyses are not affected.
        </p>
        {digest ? (
          <p className="text-xs text-ink-faint">
            Reference <code>{digest}</code>
          </p>
        ) : null}
      </Alert>
    </div>
  )
}
