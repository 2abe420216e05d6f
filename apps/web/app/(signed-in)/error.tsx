'use client'

import { PageFailure } from '../../components/shell/page-failure.tsx'

export default function SignedInErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return <PageFailure digest={error.digest} onRetry={reset} />
}
