'use client'

import { buttonLook } from '../ui/button-look.ts'

/**
 * Shown when a page crashes; the digest identifies the entry in the server's log. Every page has it
 * loaded beforehand, so it is made of plain elements, and its link loads all anew.
 */
export function PageFailure({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <div className="mx-auto max-w-xl py-10">
      <h1 className="mb-4 text-2xl font-semibold">This page failed</h1>
      <div
        role="alert"
        className="space-y-1 rounded-lg border border-danger/40 bg-danger-soft px-4 py-3 text-sm text-ink-soft"
      >
        <p className="font-semibold text-ink">Something in the dashboard went wrong</p>
        <p>
          Nothing on any host was changed by this. Stored uploads and analyses are not affected.
        </p>
        {digest ? (
          <p className="text-xs text-ink-faint">
            Reference <code>{digest}</code>
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2 pt-2">
          <button type="button" className={buttonLook({ size: 'small' })} onClick={onRetry}>
            Try again
          </button>
          <a className={buttonLook({ look: 'quiet', size: 'small' })} href="/">
            Go to the fleet
          </a>
        </div>
      </div>
    </div>
  )
}
