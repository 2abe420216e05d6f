'use client'

import { Boxes } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { HostChoice } from './host-choice.tsx'

/** Makes a pool of hosts that are connected over SSH. */
export function GroupHosts() {
  const router = useRouter()
  const group = useApiMutation('groupHosts', {
    invalidates: ['listPools', 'getHost', 'listHosts'],
  })
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  return (
    <form
      noValidate
      onSubmit={async (event) => {
        event.preventDefault()
        const body = { name, hostIds: [...chosen] }
        const pool = await group.mutateAsync({ body }).catch(() => null)
        if (pool) router.push(`/pools/${pool.id}`)
      }}
    >
      <Card className="max-w-3xl space-y-6 p-5 sm:p-7">
        <Field label="Name" hint="The name your colleagues use">
          <Input
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <HostChoice chosen={chosen} onChange={setChosen} />
        <ProblemAlert error={group.error} title="The hosts could not be grouped" />
        <Button
          type="submit"
          look="primary"
          size="large"
          disabled={name.trim() === '' || chosen.length < 2}
          busy={group.isPending || group.isSuccess}
        >
          <Boxes aria-hidden /> Make the pool
        </Button>
      </Card>
    </form>
  )
}
