'use client'

import type { AnalysisSummary } from '@steelyard/contract'
import { formatCounted, formatList } from '@steelyard/contract/format'
import { GitCompare, Trash2 } from 'lucide-react'
import { useApiMutation } from '../../lib/use-api.ts'
import { useQueryParams } from '../../lib/use-query-params.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Permitted } from '../ui/permitted.tsx'

/** The API deletes so many at once. */
const MOST = 100

/** What can be done with the chosen recordings: compare two of them, delete them all. */
export function SelectedActions({
  selected,
  onDone,
}: {
  selected: readonly AnalysisSummary[]
  onDone: () => void
}) {
  const [, change] = useQueryParams()
  const remove = useApiMutation('deleteAnalyses', {
    invalidates: ['listAnalyses', 'getHostHistory', 'getHost', 'listHosts'],
  })
  const ids = selected.map(({ id }) => id)
  if (ids.length === 0) {
    return <p className="text-sm text-ink-faint">Choose two to compare them.</p>
  }
  return (
    <>
      {ids.length === 2 && selected.every(({ state }) => state === 'succeeded') ? (
        // The list is newest first, and a comparison reads from the older to the newer.
        <Button size="small" onClick={() => change({ compare: ids.toReversed().join(',') })}>
          <GitCompare aria-hidden /> Compare
        </Button>
      ) : null}
      <Permitted needs="analyses:write">
        {ids.length <= MOST ? (
          <ConfirmButton
            size="small"
            look="danger"
            icon={Trash2}
            label={`Delete ${formatCounted(ids.length, 'recording')}`}
            title={`Delete ${formatCounted(ids.length, 'recording')}?`}
            confirmLabel="Delete"
            action={remove}
            onConfirm={(close) =>
              remove.mutate(
                { body: { ids } },
                {
                  onSuccess: () => {
                    close()
                    onDone()
                  },
                },
              )
            }
          >
            {formatList(selected.slice(0, 5).map(({ name }) => name))}
            {ids.length > 5 ? ` and ${ids.length - 5} more` : ''}: the results are gone for good.
            What was uploaded or observed stays.
          </ConfirmButton>
        ) : (
          <p className="text-sm text-ink-faint">At most {MOST} are deleted at once.</p>
        )}
      </Permitted>
    </>
  )
}
