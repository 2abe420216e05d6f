'use client'

import { Download } from 'lucide-react'
import { useState } from 'react'
import { addressOf } from '../../lib/operations.ts'
import { buttonLook } from '../ui/button-look.ts'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { MomentInput } from '../ui/moment-input.tsx'

/** Downloads with which somebody else can prove later that the trail is as it was. */
export function CopiesElsewhere() {
  const [from, setFrom] = useState('')
  const [through, setThrough] = useState('')
  return (
    <Card>
      <CardHeader title="Copies elsewhere" description="Store signed copies outside Steelyard." />
      <CardBody className="flex flex-wrap items-end gap-3">
        <Field label="From" className="w-44">
          <MomentInput type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label="Through" className="w-44">
          <MomentInput
            type="date"
            value={through}
            onChange={(event) => setThrough(event.target.value)}
          />
        </Field>
        <a
          className={buttonLook({})}
          href={exportUrl(from, through)}
          download="steelyard-audit.ndjson"
        >
          <Download aria-hidden /> {from || through ? 'Export these days' : 'Export everything'}
        </a>
        <a
          className={buttonLook({})}
          href={addressOf('/audit-events/anchor')}
          download={`steelyard-anchor-${new Date().toISOString().slice(0, 10)}.json`}
        >
          <Download aria-hidden /> Anchor of the newest entry
        </a>
      </CardBody>
    </Card>
  )
}

/** Whole days in the time zone of the browser. */
export function exportUrl(from: string, through: string): string {
  const midnight = (day: string, later = 0) => {
    const [year, month, date] = day.split('-').map(Number)
    return new Date(year!, month! - 1, date! + later).toISOString()
  }
  return addressOf(
    '/audit-events/export',
    {},
    {
      ...(from ? { from: midnight(from) } : {}),
      ...(through ? { to: midnight(through, 1) } : {}),
    },
  )
}
