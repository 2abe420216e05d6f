'use client'

import { type Analysis, deleteAnalysis, listAnalyses } from '@steelyard/contract'
import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

export function DeleteAnalysis({ analysis }: { analysis: Analysis }) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const remove = useApiMutation(deleteAnalysis, { invalidates: [listAnalyses] })
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden /> Delete
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete “${analysis.name}”?`}
        confirmLabel="Delete the analysis"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(
            { params: { id: analysis.id } },
            { onSuccess: () => router.push('/analyses') },
          )
        }
      >
        Its results and downloads are gone then. The uploaded files stay.
      </ConfirmDialog>
    </>
  )
}
