'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { connectHost, createHost, listHosts, Name } from '@steelyard/contract'
import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formWords } from '../../lib/form-words.ts'
import { hostPath } from '../../lib/host-paths.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { tagsOf } from '../ui/tags-of.ts'
import { Textarea } from '../ui/textarea.tsx'
import {
  ConnectionFields,
  type ConnectionInput,
  type ConnectionValues,
  connectionSchema,
} from './connection/connection-fields.tsx'

const hostSchema = z.object({ name: Name, notes: z.string().max(2000), tags: z.string().max(400) })

/** A name is enough; the connection can be added later on the host's page. */
export function NewHost() {
  const router = useRouter()
  const [connecting, setConnecting] = useState(true)
  const host = useForm({
    resolver: zodResolver(hostSchema, { error: formWords }),
    defaultValues: { name: '', notes: '', tags: '' },
  })
  const connection = useForm<ConnectionInput, unknown, ConnectionValues>({
    resolver: zodResolver(connectionSchema, { error: formWords }),
    defaultValues: { address: '', port: 22, username: 'root' },
  })
  const create = useApiMutation(createHost, { invalidates: [listHosts] })
  const connect = useApiMutation(connectHost)
  const { errors } = host.formState

  async function submit() {
    const [named, reachable] = await Promise.all([
      host.trigger(),
      connecting ? connection.trigger() : true,
    ])
    if (!named || !reachable) return
    const { tags, ...texts } = host.getValues()
    const made = await create.mutateAsync({ body: { ...texts, tags: tagsOf(tags) } })
    // The host exists by now, so a refused connection continues on its page.
    if (connecting) {
      const body = connectionSchema.parse(connection.getValues())
      await connect.mutateAsync({ params: { id: made.id }, body }).catch(() => undefined)
    }
    router.push(hostPath(made.id, connecting ? 'settings' : ''))
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The mutation's own state shows the error.
        submit().catch(() => undefined)
      }}
    >
      <Card className="max-w-3xl space-y-6 p-5 sm:p-7">
        <Field label="Name" hint="The name your colleagues use" error={errors.name?.message}>
          <Input autoComplete="off" {...host.register('name')} />
        </Field>
        <Field
          label="Tags"
          hint="Optional, separated by commas; roles may hold on the hosts of a tag"
          error={errors.tags?.message}
        >
          <Input autoComplete="off" {...host.register('tags')} />
        </Field>
        <Field label="Notes" hint="Optional" error={errors.notes?.message}>
          <Textarea {...host.register('notes')} />
        </Field>
        <Checkbox
          label="Connect over SSH now"
          hint="You will compare the host's key before anything is sent. You can also connect later."
          checked={connecting}
          onChange={setConnecting}
        />
        {connecting ? (
          <ConnectionFields register={connection.register} errors={connection.formState.errors} />
        ) : null}
        <ProblemAlert error={create.error} title="The host could not be added" />
        <Button
          type="submit"
          look="primary"
          size="large"
          busy={create.isPending || create.isSuccess}
        >
          <Plus aria-hidden /> {connecting ? 'Add and connect' : 'Add the host'}
        </Button>
      </Card>
    </form>
  )
}
