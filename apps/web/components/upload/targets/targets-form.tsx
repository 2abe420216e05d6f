'use client'

import {
  createAnalysis,
  getHost,
  type Host,
  setDomainTargets,
  type Upload,
} from '@steelyard/contract'
import { useEffect, useState } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import {
  type AnalysisForm,
  analysisRequestOf,
  emptyAnalysisForm,
} from '../../../lib/uploads/analysis-form.ts'
import { analysisFormFaults } from '../../../lib/uploads/analysis-form-faults.ts'
import { knownWeight, knownWeightWords } from '../../../lib/uploads/host-facts.ts'
import { useApiMutation } from '../../../lib/use-api.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { StepFrame } from '../step-frame.tsx'
import type { Go } from '../use-wizard-place.ts'
import { AnalysisOptionsFields } from './analysis-options-fields.tsx'
import { TargetFields } from './target-fields.tsx'

export function TargetsForm({
  upload,
  host,
  guests,
  go,
}: {
  upload: Upload
  host: Host
  guests: string[]
  go: Go
}) {
  const form = useForm<AnalysisForm>({ defaultValues: emptyAnalysisForm(guests, host) })
  const forgetDraft = useFormDraft(form, `steelyard-targets ${upload.id} ${host.id}`)
  const analyse = useApiMutation(createAnalysis)
  const remember = useApiMutation(setDomainTargets, { invalidates: [getHost] })
  const [faulty, setFaulty] = useState(false)

  async function run(values: AnalysisForm) {
    const request = analysisRequestOf(values, host.id, upload.id)
    const faults = analysisFormFaults(values, request)
    setFaulty(faults.length > 0)
    for (const { field, message } of faults) form.setError(field as 'name', { message })
    if (faults.length > 0) return
    try {
      if (values.rememberTargets) {
        await remember.mutateAsync({
          params: { id: host.id },
          body: { targets: request.targets ?? [] },
        })
      }
      const { analysis } = await analyse.mutateAsync({ body: request })
      forgetDraft()
      go({ analysis: analysis.id, step: 'run' })
    } catch {
      // The mutation's own state shows the error.
    }
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(run)}>
        <StepFrame
          title="Targets"
          description="The response time at peak and the throughput each domain must keep. Leave empty what has no target."
          back={<Button onClick={() => go({ step: 'domains' })}>Back</Button>}
          next={
            <Button
              type="submit"
              look="primary"
              size="large"
              busy={remember.isPending || analyse.isPending}
            >
              Run the analysis
            </Button>
          }
        >
          <TargetFields guests={guests} />
          <AnalysisOptionsFields
            guests={guests}
            faulty={faulty}
            weightWords={(domain) => knownWeightWords(knownWeight(upload.hostFacts, host, domain))}
          />
          {faulty ? (
            <Alert tone="danger" title="Some values cannot be used">
              <p>They are marked above, each with its reason.</p>
            </Alert>
          ) : null}
          <ProblemAlert error={remember.error ?? analyse.error} />
        </StepFrame>
      </form>
    </FormProvider>
  )
}

/** Keeps what is typed across a reload of this tab; returns a function that discards it. */
function useFormDraft<T extends FieldValues>(form: UseFormReturn<T>, key: string) {
  const { reset, watch, getValues } = form
  useEffect(() => {
    const draft = sessionStorage.getItem(key)
    // The draft is laid over the defaults, so that a draft of an older version cannot lack a field.
    if (draft) reset({ ...getValues(), ...JSON.parse(draft) }, { keepDefaultValues: true })
    const { unsubscribe } = watch((values) => sessionStorage.setItem(key, JSON.stringify(values)))
    return unsubscribe
  }, [key, reset, watch, getValues])
  return () => sessionStorage.removeItem(key)
}
