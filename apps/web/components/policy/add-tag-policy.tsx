'use client'

import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { PolicyForm } from './policy-form-later.tsx'
import { hostsTagged, shownPolicies } from './tag-policy-row.tsx'

/** First the tag, then what may be done on its hosts. */
export function AddTagPolicy({ taken }: { taken: readonly string[] }) {
  const save = useApiMutation('setTagPolicy', { invalidates: shownPolicies })
  const [text, setText] = useState('')
  const [tag, setTag] = useState<string | null>(null)
  const isTaken = taken.includes(text.trim())

  function choose(event: FormEvent) {
    event.preventDefault()
    if (!isTaken) setTag(text.trim())
  }

  function close() {
    setTag(null)
    setText('')
  }

  if (tag) {
    return (
      <section aria-labelledby="new-policy" className="space-y-4 border-t border-line pt-5">
        <h3 id="new-policy" className="font-semibold">
          A policy for {hostsTagged(tag)}
        </h3>
        <PolicyForm
          subject={hostsTagged(tag)}
          settings={null}
          guests={null}
          isNew
          busy={save.isPending}
          error={save.error}
          onSave={(settings, onSaved) =>
            save.mutate({ body: { tag, settings } }, { onSuccess: onSaved })
          }
          onClose={close}
        />
      </section>
    )
  }
  return (
    <form method="post" onSubmit={choose} className="flex flex-wrap items-start gap-3">
      <Field
        label="Tag of the hosts"
        hint="Such as prod or web-*."
        error={isTaken ? 'They have a policy: change it above.' : undefined}
        className="min-w-64 flex-1"
      >
        <Input
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" look="primary" className="sm:mt-6.5" disabled={isTaken || !text.trim()}>
        <Plus aria-hidden /> Write a policy
      </Button>
    </form>
  )
}
