'use client'

import { KeyRound, Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useApiPages } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { tokenColumns } from './token-columns.tsx'
import { TokenSecret } from './token-secret.tsx'

const NewTokenForm = dynamic(() => import('./new-token-form.tsx').then((it) => it.NewTokenForm), {
  loading: () => <SkeletonLines lines={5} />,
})

export function Tokens() {
  const tokens = useApiPages('listTokens')
  const [creating, setCreating] = useState(false)
  const some = tokens.data?.pages.some((page) => page.data.length > 0)
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
        action={some ? create : null}
      />
      <div className="pt-3 pb-2">
        <PagedTable
          query={tokens}
          caption="API tokens"
          columns={tokenColumns}
          loading="Loading the tokens"
          problem="The tokens could not be loaded"
          empty={
            <EmptyState icon={KeyRound} title="No tokens" action={create}>
              Create one to upload recordings or read results from a script.
            </EmptyState>
          }
        />
      </div>
      <NewTokenDialog open={creating} onOpenChange={setCreating} />
    </Card>
  )
}

/** Asks for the purpose of the token, then shows its secret only once. */
function NewTokenDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [secret, setSecret] = useState<string | null>(null)

  function change(nextOpen: boolean) {
    if (!nextOpen) setSecret(null)
    onOpenChange(nextOpen)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={secret ? 'The token is ready' : 'New API token'}
      description={secret ? undefined : 'Choose the fewest scopes it needs.'}
    >
      {secret ? (
        <TokenSecret secret={secret} onDone={() => change(false)} />
      ) : (
        <NewTokenForm onCreated={setSecret} onCancel={() => change(false)} />
      )}
    </Dialog>
  )
}
