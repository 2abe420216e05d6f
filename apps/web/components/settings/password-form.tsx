'use client'

import { Controller, useForm } from 'react-hook-form'
import { bodyResolver } from '../../lib/body-resolver.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

export function PasswordForm() {
  const change = useApiMutation('changePassword', { invalidates: ['listTokens'] })
  const form = useForm({
    resolver: bodyResolver('changePassword'),
    defaultValues: { currentPassword: '', newPassword: '', revokeTokens: true },
  })
  const { errors } = form.formState
  return (
    <form
      method="post"
      noValidate
      className="max-w-md space-y-4"
      onSubmit={form.handleSubmit((body) =>
        change.mutate({ body }, { onSuccess: () => form.reset() }),
      )}
    >
      <Field label="Current password" error={errors.currentPassword?.message}>
        <Input
          type="password"
          autoComplete="current-password"
          {...form.register('currentPassword')}
        />
      </Field>
      <Field
        label="New password"
        hint="At least 12 characters, and not easily guessed."
        error={errors.newPassword?.message}
      >
        <Input type="password" autoComplete="new-password" {...form.register('newPassword')} />
      </Field>
      <Controller
        control={form.control}
        name="revokeTokens"
        render={({ field }) => (
          <Checkbox
            label="Revoke my API tokens too"
            hint="Keep them only if nobody else can have known the old password."
            checked={field.value ?? true}
            onChange={field.onChange}
          />
        )}
      />
      <ProblemAlert error={change.error} />
      {change.isSuccess ? <Alert tone="ok" title="The password was changed" /> : null}
      <Button type="submit" busy={change.isPending}>
        Change the password
      </Button>
    </form>
  )
}
