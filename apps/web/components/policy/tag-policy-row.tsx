'use client'

import type { TagPolicy } from '@steelyard/contract'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { PolicyForm } from './policy-form-later.tsx'
import { PolicySummary } from './policy-summary.tsx'
import { canChangeHosts, modeWords } from './policy-words.ts'
import { hasKeptDraft } from './use-kept-draft.ts'

export const shownPolicies = ['listTagPolicies', 'getHostPolicy'] as const

/** How the form and its questions name the hosts. */
export const hostsTagged = (tag: string) => `the hosts tagged ${tag}`

export function TagPolicyRow({
  policy: { id, tag, settings },
  mayChange,
}: {
  policy: TagPolicy
  mayChange: boolean
}) {
  const [isOpen, setIsOpen] = useState(() => hasKeptDraft(hostsTagged(tag)))
  const save = useApiMutation('setTagPolicy', { invalidates: shownPolicies })
  return (
    <li className="space-y-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            Hosts tagged {tag}
            <Badge tone="accent">{modeWords[settings.mode].word}</Badge>
            {canChangeHosts(settings.mode) && settings.dryRun ? <Badge>dry run</Badge> : null}
          </p>
          <p className="mt-0.5 max-w-prose text-sm text-ink-soft">
            {modeWords[settings.mode].line}
          </p>
        </div>
        {mayChange ? (
          <div className="flex flex-wrap gap-2">
            {isOpen ? null : (
              <Button
                size="small"
                aria-label={`Change the policy of ${hostsTagged(tag)}`}
                onClick={() => setIsOpen(true)}
              >
                Change
              </Button>
            )}
            <Remove id={id} tag={tag} />
          </div>
        ) : null}
      </div>
      {isOpen ? (
        <PolicyForm
          subject={hostsTagged(tag)}
          settings={settings}
          guests={null}
          isNew={false}
          busy={save.isPending}
          error={save.error}
          onSave={(changed, onSaved) =>
            save.mutate({ body: { tag, settings: changed } }, { onSuccess: onSaved })
          }
          onClose={() => setIsOpen(false)}
        />
      ) : (
        <Disclosure summary={`All settings for ${tag}`}>
          <PolicySummary settings={settings} />
        </Disclosure>
      )}
    </li>
  )
}

function Remove({ id, tag }: { id: string; tag: string }) {
  const remove = useApiMutation('removeTagPolicy', { invalidates: shownPolicies })
  return (
    <ConfirmButton
      size="small"
      look="danger"
      label="Remove"
      aria-label={`Remove the policy of ${hostsTagged(tag)}`}
      title={`Remove the policy of ${hostsTagged(tag)}?`}
      action={remove}
      onConfirm={(close) => remove.mutate({ params: { id } }, { onSuccess: close })}
    >
      Hosts without another policy are then only watched.
    </ConfirmButton>
  )
}
