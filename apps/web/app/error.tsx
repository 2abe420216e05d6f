'use client'

import { PageFailure } from '../components/shell/page-failure.tsx'

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return (
    <main className="px-4">
      <PageFailure digest={error.digest} onRetry={reset} />
    </main>
  )
}
