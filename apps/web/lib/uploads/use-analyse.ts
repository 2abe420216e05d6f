'use client'

import type { Host, Upload } from '@steelyard/contract'
import { useEffect, useState } from 'react'
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { windowSecondsOf } from '../target-windows.ts'
import { useApiMutation } from '../use-api.ts'
import { type AnalysisForm, analysisRequestOf, emptyAnalysisForm } from './analysis-form.ts'
import { analysisFormFaults } from './analysis-form-faults.ts'
import type { ChosenHost } from './chosen-host.ts'
import type { Go } from './use-recording-place.ts'

/** The form of an analysis, and what its button does: the host, the targets, the analysis. */
export function useAnalyse({
  upload,
  host,
  knownHost,
  guests,
  onHostCreated,
  go,
}: {
  upload: Upload
  host: ChosenHost
  /** The host's data, once it is known. */
  knownHost: Host | null
  guests: string[]
  /** If a later step fails, the next attempt is for the host that this one has created. */
  onHostCreated: (host: ChosenHost) => void
  go: Go
}) {
  const form = useForm<AnalysisForm>({ defaultValues: emptyAnalysisForm(guests, knownHost) })
  const place = `${guests.join(' ')} ${knownHost?.id ?? ''}`
  const forgetDraft = useFormDraft(form, `steelyard-targets ${upload.id} ${place}`, () =>
    emptyAnalysisForm(guests, knownHost),
  )
  const create = useApiMutation('createHost', { invalidates: ['listHosts'] })
  const remember = useApiMutation('setDomainTargets', { invalidates: ['getHost'] })
  const start = useApiMutation('createAnalysis')
  const [faulty, setFaulty] = useState(false)

  async function analyse(values: AnalysisForm) {
    // A host that does not exist yet has no id; any valid one lets the contract check the rest.
    const request = analysisRequestOf(
      values,
      host.kind === 'known' ? host.id : upload.id,
      upload.id,
    )
    const faults = analysisFormFaults(values, request)
    setFaulty(faults.length > 0)
    for (const { field, message } of faults) form.setError(field as 'name', { message })
    if (faults.length > 0) return
    try {
      const hostId =
        host.kind === 'known'
          ? host.id
          : (await create.mutateAsync({ body: { name: host.name.trim() } })).id
      onHostCreated({ kind: 'known', id: hostId })
      if (values.rememberTargets) {
        const body = {
          targets: request.targets ?? [],
          statistic: values.targetStatistic,
          windowSeconds: windowSecondsOf(values.targetWindowSeconds),
        }
        await remember.mutateAsync({ params: { id: hostId }, body })
      }
      const { analysis } = await start.mutateAsync({ body: { ...request, hostId } })
      forgetDraft()
      go({ analysis: analysis.id })
    } catch {
      // The mutation's own state shows the error.
    }
  }

  return {
    form,
    faulty,
    analyse,
    busy: create.isPending || remember.isPending || start.isPending,
    error: create.error ?? remember.error ?? start.error,
  }
}

/**
 * Keeps what is typed across a reload of this tab; another key, of another host or other domains,
 * starts anew. Returns a function that discards what was kept.
 */
function useFormDraft<T extends FieldValues>(form: UseFormReturn<T>, key: string, empty: () => T) {
  const { reset, watch } = form
  useEffect(() => {
    const draft = sessionStorage.getItem(key)
    // The key stands for what `empty` gives. The draft is laid over the defaults, so that a draft of an older version cannot lack a field.
    reset({ ...empty(), ...(draft ? JSON.parse(draft) : {}) })
    const { unsubscribe } = watch((values) => sessionStorage.setItem(key, JSON.stringify(values)))
    return unsubscribe
  }, [key, reset, watch])
  return () => sessionStorage.removeItem(key)
}
