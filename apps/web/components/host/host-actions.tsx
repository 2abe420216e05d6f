'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { deleteHost, getHost, type Host, listHosts, Name, updateHost } from '@steelyard/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formWords } from '../../lib/form-words.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Textarea } from '../ui/textarea.tsx'

const schema = z.object({ name: Name, notes: z.string().max(2000) })

export function EditHost({ host }: { host: Host }) {
  const [open, setOpen] = useState(false)
  return (
    <Permitted needs="hosts:write">
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Pencil aria-hidden /> Edit
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={`Edit ${host.name}`}>
        <EditHostForm host={host} onSaved={() => setOpen(false)} />
      </Dialog>
    </Permitted>
  )
}

function EditHostForm({ host, onSaved }: { host: Host; onSaved: () => void }) {
  const form = useForm({
    resolver: zodResolver(schema, { error: formWords }),
    defaultValues: { name: host.name, notes: host.notes },
  })
  const update = useApiMutation(updateHost, { invalidates: [getHost, listHosts] })
  const { errors } = form.formState
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={form.handleSubmit((body) =>
        update.mutate({ params: { id: host.id }, body }, { onSuccess: onSaved }),
      )}
    >
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label="Notes" error={errors.notes?.message}>
        <Textarea {...form.register('notes')} />
      </Field>
      <ProblemAlert error={update.error} />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={update.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

export function DeleteHost({ host }: { host: Host }) {
  const router = useRouter()
  const remove = useApiMutation(deleteHost, { invalidates: [listHosts] })
  return (
    <Permitted needs="hosts:write">
      <ConfirmButton
        look="quiet"
        icon={Trash2}
        label="Delete"
        title={`Delete ${host.name}?`}
        confirmLabel="Delete the host"
        action={remove}
        onConfirm={() =>
          remove.mutate({ params: { id: host.id } }, { onSuccess: () => router.push('/') })
        }
      >
        Steelyard forgets its key, analyses, plans and history. Nothing changes on the host itself:
        its weights stay as they are.
      </ConfirmButton>
    </Permitted>
  )
}
