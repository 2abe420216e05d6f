'use client'

import type { AnalysisSummary, LabQuestion } from '@steelyard/contract'
import { FlaskConical } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { defaultLoan, LoanFields, type LoanValues, loanOf } from './loan-fields.tsx'

/** Takes the place of an analysis id and means the host of the paper’s experiment. */
export const PAPER_HOST = 'paper1'

/** `PAPER_HOST`, or the id of an analysis. */
export type LabHost = string

type Kind = 'boost' | 'pinning'

/** Chooses the load to simulate and the variants to compare. */
export function LabForm({
  host,
  kind,
  analyses,
  busy,
  disabled,
  onHost,
  onKind,
  onAsk,
}: {
  host: LabHost
  kind: Kind
  analyses: readonly AnalysisSummary[]
  busy: boolean
  /** True while a run is under way. */
  disabled: boolean
  onHost: (host: LabHost) => void
  onKind: (kind: Kind) => void
  onAsk: (question: LabQuestion) => void
}) {
  const [values, setValues] = useState<LoanValues>(defaultLoan)
  const loan = loanOf(values)
  function submit(event: FormEvent) {
    event.preventDefault()
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
          host === PAPER_HOST ? null : (
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
        <form noValidate onSubmit={submit} className="space-y-5">
          <Field
            label="Whose load"
            hint={
              host === PAPER_HOST
                ? 'Twelve domains that never stop computing on two pCPUs; one of them also answers requests.'
                : 'The twin of the recorded host, with the requests of its logs.'
            }
          >
            <Select value={host} onChange={(event) => onHost(event.target.value)}>
              <option value={PAPER_HOST}>The experiment of paper 1</option>
              {host === PAPER_HOST || analyses.some(({ id }) => id === host) ? null : (
                <option value={host}>An analysis without a result yet</option>
              )}
              {analyses.map(({ id, name, hostName }) => (
                <option key={id} value={id}>
                  {hostName}: {name}
                </option>
              ))}
            </Select>
          </Field>
          {kind === 'boost' ? <LoanFields values={values} onChange={setValues} /> : null}
          <Permitted needs="analyses:write" doing="running the lab">
            <Button
              type="submit"
              look="primary"
              busy={busy}
              disabled={disabled || (kind === 'boost' && !loan)}
            >
              <FlaskConical aria-hidden /> Play side by side
            </Button>
          </Permitted>
        </form>
      </CardBody>
    </Card>
  )
}
