'use client'

import { listHosts } from '@steelyard/contract'
import { Plus } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useApi } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Select } from '../ui/select.tsx'
import { AnalysisList } from './analysis-list.tsx'

export function AnalysesPage({ hostId }: { hostId: string | undefined }) {
  const router = useRouter()
  const hosts = useApi(listHosts, { query: { limit: 100 } })
  return (
    <>
      <PageHeader
        title="Analyses"
        description="What was measured, what each estimator predicts, and which weights follow."
        actions={
          <Permitted needs="uploads:write">
            <Button look="primary" asChild>
              <Link href="/uploads/new">
                <Plus aria-hidden /> New analysis
              </Link>
            </Button>
          </Permitted>
        }
      />
      <Field label="Host" className="mb-4 max-w-72">
        <Select
          value={hostId ?? ''}
          onChange={(event) => {
            const chosen = event.target.value
            router.replace(chosen ? `/analyses?hostId=${chosen}` : '/analyses')
          }}
        >
          <option value="">All hosts</option>
          {hosts.data?.data.map((host) => (
            <option key={host.id} value={host.id}>
              {host.name}
            </option>
          ))}
        </Select>
      </Field>
      <Card>
        <AnalysisList hostId={hostId} showHost={!hostId} />
      </Card>
    </>
  )
}
