'use client'

import { listTokens } from '@steelyard/contract'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useApiPages } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { TokenTable } from './token-table.tsx'

export function Tokens() {
  const tokens = useApiPages(listTokens)
  const [creating, setCreating] = useState(false)
  const known = tokens.data?.pages.flatMap((page) => page.data) ?? []
  const create = (
    <Button look="primary" size="small" onClick={() => setCreating(true)}>
      <Plus aria-hidden /> New token
    </Button>
  )
  return (
    <Card>
      <CardHeader
        title="API tokens"
        description="For scripts. A token can do what its scopes allow, and never more than you."
        action={known.length > 0 ? create : null}
      />
      <div className="py-3">
        {tokens.isPending ? (
          <div className="px-6 py-3">
            <SkeletonLines label="Loading the tokens" />
          </div>
        ) : null}
        {tokens.error ? (
          <div className="px-6 py-3">
            <ProblemAlert error={tokens.error} onRetry={() => tokens.refetch()} />
          </div>
        ) : null}
        {tokens.data && known.length === 0 ? (
          <EmptyState icon={KeyRound} title="No tokens" action={create}>
            Create one to upload recordings or read results from a script.
          </EmptyState>
        ) : null}
        {known.length > 0 ? <TokenTable tokens={known} /> : null}
        {tokens.hasNextPage ? (
          <div className="px-4 pt-3 sm:px-6">
            <Button
              size="small"
              busy={tokens.isFetchingNextPage}
              onClick={() => tokens.fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        ) : null}
      </div>
      <NewTokenDialog open={creating} onOpenChange={setCreating} />
    </Card>
  )
}
