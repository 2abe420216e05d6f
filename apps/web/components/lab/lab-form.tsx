'use client'

import type { AnalysisSummary, LabQuestion } from '@steelyard/contract'
import { FlaskConical } from 'lucide-react'
import type { FormEvent } from 'react'
import { groupBy } from '../../lib/group-by.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Field } from '../ui/field.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { LoanFields, type LoanValues, loanOf } from './loan-fields.tsx'

/** Takes the place of an analysis id and means the host of the paper’s experiment. */
export const PAPER_HOST = 'paper1'

/** `PAPER_HOST`, the id of an analysis, or null before there is a choice. */
export type LabHost = string | null

type Kind = 'boost' | 'pinning'

/** Chooses the load to simulate and the variants to compare. */
export function LabForm({
  host,
  kind,
  loan: values,
  analyses,
  busy,
  disabled,
  duration,
  onHost,
  onKind,
  onLoan,
  onAsk,
}: {
  host: LabHost
  kind: Kind
  loan: LoanValues
  analyses: readonly AnalysisSummary[]
  busy: boolean
  /** True while a run is under way. */
  disabled: boolean
  /** How long a run takes, in a sentence. */
  duration: string
  onHost: (host: string) => void
  onKind: (kind: Kind) => void
  onLoan: (loan: LoanValues) => void
  onAsk: (question: LabQuestion) => void
}) {
  const loan = loanOf(values)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (host === null) return
    if (kind === 'pinning') return onAsk({ kind, analysisId: host })
    if (!loan) return
    onAsk({
      kind,
      ...loan,
      host: host === PAPER_HOST ? { preset: 'paper1' } : { analysisId: host },
    })
  }
  return (
    <Card aria-labelledby="lab-question">
      <CardHeader
        id="lab-question"
        title="The question"
        action={
          host === null || host === PAPER_HOST ? null : (
            <Segmented
              label="What is compared"
              options={[
                { value: 'boost', label: 'Policies' },
                { value: 'pinning', label: 'Pins' },
              ]}
              value={kind}
              onChange={onKind}
            />
          )
        }
      />
      <CardBody>
        <form
          noValidate
          onSubmit={submit}
          className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
        >
          <Field label="Whose load" hint={hintOf(host, analyses)}>
            <Select value={host ?? ''} onChange={(event) => onHost(event.target.value)}>
              <option value="" disabled>
                Choose a host
              </option>
              {host === null ||
              host === PAPER_HOST ||
              analyses.some(({ id }) => id === host) ? null : (
                <option value={host}>An analysis without a result yet</option>
              )}
              {[...groupBy(analyses, ({ hostName }) => hostName)].map(([hostName, recordings]) => (
                <optgroup key={hostName} label={hostName}>
                  {recordings.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              ))}
              <option value={PAPER_HOST}>A textbook host (the experiment of paper 1)</option>
            </Select>
          </Field>
          <div className="space-y-4">
            {host !== null && kind === 'boost' ? (
              <Disclosure
                summary="Loans of credits, a policy of paper 1 that no released Xen has"
                initiallyOpen={values.sweep}
              >
                <LoanFields values={values} onChange={onLoan} />
              </Disclosure>
            ) : null}
            <Permitted needs="analyses:write" doing="running the lab">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <Button
                  type="submit"
                  look="primary"
                  busy={busy}
                  disabled={disabled || host === null || (kind === 'boost' && !loan)}
                >
                  <FlaskConical aria-hidden /> Run side by side
                </Button>
                <p className="text-sm text-ink-faint">{duration} It changes nothing on any host.</p>
              </div>
            </Permitted>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}

function hintOf(host: LabHost, analyses: readonly AnalysisSummary[]): string {
  if (host === null) return 'One of your hosts, or a textbook host that needs no recording.'
  if (host !== PAPER_HOST) {
    const recorded = analyses.find(({ id }) => id === host)?.hostName ?? 'The host'
    return `${recorded} as it was recorded, with the requests of its logs.`
  }
  return 'Nobody’s host: twelve guests compute on two pCPUs without a pause. One of them also answers requests.'
}
