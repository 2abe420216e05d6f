'use client'

import type { FleetView } from '@steelyard/contract'
import { Columns3, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import type { FormEvent } from 'react'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { kioskHref } from '../../lib/use-kiosk.ts'
import { useQueryParams } from '../../lib/use-query-params.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { PopoverButton } from '../ui/popover-button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { columnsParam, fleetColumns, shownColumns } from './fleet-columns.ts'

/** How the fleet is looked at: its columns, the views that one keeps, and a screen on the wall. */
export function FleetViewMenu() {
  return (
    <PopoverButton
      panelLabel="View"
      panelClassName="w-80 divide-y divide-line text-sm *:space-y-2 *:p-4"
      panel={() => (
        <>
          <Columns />
          <Views />
          <Kiosk />
        </>
      )}
    >
      <Columns3 aria-hidden /> View
    </PopoverButton>
  )
}

function Columns() {
  const [params, change] = useQueryParams()
  const shown = shownColumns(params)
  return (
    <fieldset>
      <legend className="float-left mb-2 w-full font-medium">Columns</legend>
      <div className="clear-both grid grid-cols-2 gap-y-2">
        {fleetColumns.map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            checked={shown.has(key)}
            onChange={(checked) => change({ columns: columnsParam(shown, key, checked) })}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Views() {
  const views = useApi('listFleetViews')
  const save = useApiMutation('saveFleetView', { invalidates: ['listFleetViews'] })
  const query = useSearchParams().toString()

  function keep(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('name'))
    save.mutate({ body: { name, query } }, { onSuccess: () => form.reset() })
  }

  return (
    <section aria-label="Views">
      <h3 className="font-medium">Your views</h3>
      {views.data && views.data.data.length > 0 ? (
        <ul>
          {views.data.data.map((view) => (
            <View key={view.id} view={view} isHere={view.query === query} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-faint">
          A view is the search, the filters and the columns of now, under a name.
        </p>
      )}
      <form onSubmit={keep} className="flex items-end gap-2">
        <Field label="Name" className="flex-1">
          <Input name="name" required maxLength={120} className="h-9" />
        </Field>
        <Button type="submit" size="small" className="min-h-9" busy={save.isPending}>
          Keep
        </Button>
      </form>
      <ProblemAlert error={save.error ?? views.error} title="The views could not be reached" />
    </section>
  )
}

function View({ view: { id, name, query }, isHere }: { view: FleetView; isHere: boolean }) {
  const remove = useApiMutation('removeFleetView', { invalidates: ['listFleetViews'] })
  return (
    <li className="flex items-center justify-between gap-2">
      <Link
        href={query ? `/?${query}` : '/'}
        aria-current={isHere ? 'true' : undefined}
        className="min-w-0 py-1 [overflow-wrap:anywhere] underline-offset-4 hover:underline aria-[current]:font-semibold"
      >
        {name}
      </Link>
      <Button
        look="quiet"
        size="small"
        aria-label={`Remove the view ${name}`}
        busy={remove.isPending}
        onClick={() => remove.mutate({ params: { id } })}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  )
}

function Kiosk() {
  const query = useSearchParams().toString()
  return (
    <div>
      <ButtonLink size="small" href={kioskHref('/', query)}>
        Kiosk
      </ButtonLink>
      <p className="text-ink-faint">For a screen on the wall: the hosts and nothing else.</p>
    </div>
  )
}
