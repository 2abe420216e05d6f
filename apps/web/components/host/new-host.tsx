'use client'

import { Plug } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { bodyResolver } from '../../lib/body-resolver.ts'
import { hostPath, settingsPath } from '../../lib/host-paths.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { tagsOf } from '../ui/tags-of.ts'
import { Textarea } from '../ui/textarea.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { ConnectionFields } from './connection/connection-fields.tsx'
import { EnrolmentSteps } from './connection/enrolment-steps.tsx'

/** The form asks with the list that it begins with, too. */
const asTags = (tags: string | string[]) => (typeof tags === 'string' ? tagsOf(tags) : tags)

/**
 * The first step of connecting a host. Nothing is made before an SSH server has answered at its
 * address; the other steps are on the page of the host. Without a connection a name is enough.
 */
export function NewHost() {
  const router = useRouter()
  const [connecting, setConnecting] = useState(true)
  const host = useForm({
    resolver: bodyResolver('createHost'),
    defaultValues: { name: '', notes: '', tags: [] },
  })
  const connection = useForm({
    resolver: bodyResolver('connectHost'),
    defaultValues: { address: '', port: 22, username: 'root' },
  })
  const check = useApiMutation('checkAddress')
  const checked = useJob(check.data?.job.id, ({ state }) => {
    if (state === 'succeeded') void make()
  })
  const create = useApiMutation('createHost', { invalidates: ['listHosts'] })
  const connect = useApiMutation('connectHost')
  const { errors } = host.formState
  const isChecking =
    check.isPending || checked.isPending || ['queued', 'running'].includes(checked.job?.state ?? '')

  async function submit() {
    const [named, reachable] = await Promise.all([
      host.trigger(),
      connecting ? connection.trigger() : true,
    ])
    if (!named || !reachable) return
    if (!connecting) return make()
    const { address, port } = connection.getValues()
    check.mutate({ body: { address, port } })
  }

  async function make() {
    try {
      const made = await create.mutateAsync({ body: host.getValues() })
      // The host exists by now, so a refused connection continues on its page.
      if (connecting) {
        const body = connection.getValues()
        await connect.mutateAsync({ params: { id: made.id }, body }).catch(() => undefined)
      }
      router.push(connecting ? settingsPath(made.id, 'host') : hostPath(made.id, 'settings'))
    } catch {
      // The mutation's own state shows the error.
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Card className="max-w-3xl space-y-6 p-5 sm:p-7">
        {connecting ? <EnrolmentSteps now="address" /> : null}
        <Field label="Name" hint="The name your colleagues use" error={errors.name?.message}>
          <Input autoComplete="off" {...host.register('name')} />
        </Field>
        {connecting ? (
          <ConnectionFields register={connection.register} errors={connection.formState.errors} />
        ) : null}
        <Checkbox
          label="Connect over SSH now"
          hint="You compare the host's key before anything is sent. You can also connect later."
          checked={connecting}
          onChange={setConnecting}
        />
        <Disclosure summary="Tags and notes">
          <div className="space-y-4">
            <Field
              label="Tags"
              hint="Separated by commas; roles may hold on the hosts of a tag"
              error={errors.tags?.message ?? errors.tags?.find?.(Boolean)?.message}
            >
              <Input autoComplete="off" {...host.register('tags', { setValueAs: asTags })} />
            </Field>
            <Field label="Notes" error={errors.notes?.message}>
              <Textarea {...host.register('notes')} />
            </Field>
          </div>
        </Disclosure>
        <ProblemAlert error={check.error} title="The address could not be checked" />
        {checked.job?.state === 'failed' ? (
          <TroubleAlert title="Nothing was added" trouble={checked.job.error} />
        ) : null}
        <ProblemAlert error={create.error} title="The host could not be added" />
        <Button
          type="submit"
          look="primary"
          size="large"
          busy={isChecking || create.isPending || create.isSuccess}
        >
          <Plug aria-hidden /> {connecting ? 'Check the address' : 'Add the host'}
        </Button>
      </Card>
    </form>
  )
}
