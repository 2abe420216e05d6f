'use client'

import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { bodyResolver } from '../../lib/body-resolver.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** The first of two steps: who is there. The account comes once its certificate is compared. */
export function AddXapiPool() {
  const router = useRouter()
  const form = useForm({
    resolver: bodyResolver('addPool'),
    defaultValues: { name: '', address: '', port: 443 },
  })
  const add = useApiMutation('addPool')
  const { errors } = form.formState
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(async (body) => {
        const made = await add.mutateAsync({ body }).catch(() => null)
        if (made) router.push(`/pools/${made.pool.id}`)
      })}
    >
      <Card className="max-w-3xl space-y-6 p-5 sm:p-7">
        <Field label="Name" hint="The name your colleagues use" error={errors.name?.message}>
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_7rem]">
          <Field
            label="Address of the coordinator"
            hint="As XAPI names it, usually an IP address"
            error={errors.address?.message}
          >
            <Input
              autoComplete="off"
              spellCheck={false}
              placeholder="192.0.2.11"
              {...form.register('address')}
            />
          </Field>
          <Field label="Port" error={errors.port?.message}>
            <Input
              type="number"
              inputMode="numeric"
              {...form.register('port', { valueAsNumber: true })}
            />
          </Field>
        </div>
        <ProblemAlert error={add.error} title="The pool could not be added" />
        <Button type="submit" look="primary" size="large" busy={add.isPending || add.isSuccess}>
          <Search aria-hidden /> Fetch its certificate
        </Button>
      </Card>
    </form>
  )
}
