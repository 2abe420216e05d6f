'use client'

import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Keeps what is typed over a reload of this tab; returns how to forget it. */
export function useFormDraft<T extends FieldValues>(form: UseFormReturn<T>, key: string) {
  const { reset, watch, getValues } = form
  useEffect(() => {
    const draft = sessionStorage.getItem(key)
    // Over the defaults, so that a draft of an older version cannot lack a field.
    if (draft) reset({ ...getValues(), ...JSON.parse(draft) }, { keepDefaultValues: true })
    const { unsubscribe } = watch((values) => sessionStorage.setItem(key, JSON.stringify(values)))
    return unsubscribe
  }, [key, reset, watch, getValues])
  return () => sessionStorage.removeItem(key)
}
