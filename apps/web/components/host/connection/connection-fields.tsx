'use client'

import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import type { BodyOf } from '../../../lib/operations.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

type ConnectionInput = BodyOf<'connectHost'>

export function ConnectionFields({
  register,
  errors,
}: {
  register: UseFormRegister<ConnectionInput>
  errors: FieldErrors<ConnectionInput>
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_7rem_minmax(0,1fr)]">
      <Field label="Address" hint="Host name or IP address" error={errors.address?.message}>
        <Input
          autoComplete="off"
          spellCheck={false}
          placeholder="xen1.example.net"
          {...register('address')}
        />
      </Field>
      <Field label="Port" error={errors.port?.message}>
        <Input type="number" inputMode="numeric" {...register('port', { valueAsNumber: true })} />
      </Field>
      <Field
        label="Account"
        hint="root, or one with the sudo rules shown next"
        error={errors.username?.message}
      >
        <Input autoComplete="off" spellCheck={false} {...register('username')} />
      </Field>
    </div>
  )
}
