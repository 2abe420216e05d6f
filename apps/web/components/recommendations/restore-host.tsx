'use client'

import type { Host } from '@steelyard/contract'
import { History } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { fromLocalInput } from '../../lib/local-time.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { MomentInput } from '../ui/moment-input.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** Plans the weights that the host had at a moment; the plan is applied on its own page. */
export function RestoreHost({ host }: { host: Host }) {
  const router = useRouter()
  const restore = useApiMutation('restoreHost', { invalidates: ['listPlans'] })
  const [moment, setMoment] = useState('')
  const at = fromLocalInput(moment)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!at) return
    restore.mutate(
      { params: { id: host.id }, body: { at } },
      { onSuccess: ({ plan }) => router.push(`/changes/${plan.id}`) },
    )
  }

  return (
    <Permitted needs="plans:write">
      <Card aria-labelledby="restore">
        <CardHeader
          id="restore"
          title="Plan the old weights"
          description="As they were at a moment of your choice. This makes a plan, and changes nothing yet."
        />
        <CardBody>
          <form method="post" onSubmit={submit} className="space-y-3">
            <div className="flex flex-wrap items-end gap-3">
              <Field label="As they were on" className="w-60 max-w-full">
                <MomentInput
                  type="datetime-local"
                  required
                  value={moment}
                  onChange={(event) => setMoment(event.target.value)}
                />
              </Field>
              <Button type="submit" busy={restore.isPending || restore.isSuccess} disabled={!at}>
                <History aria-hidden /> Plan it
              </Button>
            </div>
            <ProblemAlert error={restore.error} title="The plan could not be made" />
          </form>
        </CardBody>
      </Card>
    </Permitted>
  )
}
