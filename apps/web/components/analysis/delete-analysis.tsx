'use client'

import { type Analysis, deleteAnalysis, listAnalyses } from '@steelyard/contract'
import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'

export function DeleteAnalysis({ analysis }: { analysis: Analysis }) {
  const router = useRouter()
  const remove = useApiMutation(deleteAnalysis, { invalidates: [listAnalyses] })
  return (
    <Permitted needs="analyses:write">
      <ConfirmButton
        look="quiet"
        icon={Trash2}
        label="Delete"
        title={`Delete “${analysis.name}”?`}
        confirmLabel="Delete the analysis"
        action={remove}
        onConfirm={() =>
          remove.mutate(
            { params: { id: analysis.id } },
            { onSuccess: () => router.push('/analyses') },
          )
        }
      >
        Its results and downloads are gone then. The uploaded files stay.
      </ConfirmButton>
    </Permitted>
  )
}
