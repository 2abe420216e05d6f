'use client'

import type { ApprovalRule } from '@steelyard/contract'
import { Plus, UserCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Pending } from '../ui/pending.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** On which hosts a plan needs a second person, and the way to change that. */
export function ApprovalRules() {
  const rules = useApi('listApprovalRules')
  const list = rules.data?.data
  return (
    <Card>
      <CardHeader
        title="Approval by a second person"
        description={list?.length ? verdictOf(list) : undefined}
      />
      <CardBody className="space-y-6">
        {list?.length === 0 ? (
          <EmptyState icon={UserCheck} title="No plan needs a second person">
            Add a rule to have plans on some hosts wait until an approver or an administrator
            agrees.
          </EmptyState>
        ) : list ? (
          <ul className="divide-y divide-line">
            {list.map((rule) => (
              <li key={rule.id} className="flex items-center justify-between gap-3 py-2">
                {nameOf(rule)}
                <RemoveRule rule={rule} />
              </li>
            ))}
          </ul>
        ) : (
          <Pending query={rules} lines={3} label="Loading the rules" />
        )}
        {list ? <AddRule hasGeneral={list.some(({ tag }) => tag === null)} /> : null}
      </CardBody>
    </Card>
  )
}

/** What holds now, in one sentence. */
export function verdictOf(rules: readonly Pick<ApprovalRule, 'tag'>[]): string {
  if (rules.some(({ tag }) => tag === null))
    return 'Every plan needs a second person before it is applied.'
  const tags = new Intl.ListFormat('en').format(rules.map(({ tag }) => tag!))
  return `Plans on hosts tagged ${tags} need a second person before they are applied.`
}

const nameOf = ({ tag }: ApprovalRule) => (tag === null ? 'Every host' : `Hosts tagged ${tag}`)
const shown = ['listApprovalRules', 'listPlans'] as const

function AddRule({ hasGeneral }: { hasGeneral: boolean }) {
  const add = useApiMutation('addApprovalRule', { invalidates: shown })
  const [tag, setTag] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    add.mutate({ body: { tag: tag.trim() || null } }, { onSuccess: () => setTag('') })
  }

  return (
    <form method="post" onSubmit={submit} className="space-y-3">
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label="Tag of the hosts"
          hint="Such as prod or web-*. Leave it empty for every host."
          className="min-w-64 flex-1"
        >
          <Input
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          look="primary"
          className="sm:mt-6.5"
          busy={add.isPending}
          disabled={hasGeneral && tag.trim() === ''}
        >
          <Plus aria-hidden /> Add the rule
        </Button>
      </div>
      <ProblemAlert error={add.error} title="The rule could not be added" />
    </form>
  )
}

function RemoveRule({ rule }: { rule: ApprovalRule }) {
  const remove = useApiMutation('removeApprovalRule', { invalidates: shown })
  return (
    <ConfirmButton
      size="small"
      look="danger"
      label="Remove"
      aria-label={`Remove the rule for ${nameOf(rule).toLowerCase()}`}
      title="Remove this rule?"
      action={remove}
      onConfirm={(close) => remove.mutate({ params: { id: rule.id } }, { onSuccess: close })}
    >
      One person alone can then plan and apply changes there.
    </ConfirmButton>
  )
}
