'use client'

import type { Upload } from '@steelyard/contract'
import { useEffect } from 'react'
import { useApi } from '../use-api.ts'

const LOOK_EVERY_MS = 400

/** The response times that an upload measures; asked for again when an answer changes them. */
export function useMeasurements(upload: Upload) {
  const { data, refetch } = useApi(
    'getMeasurements',
    { params: { id: upload.id } },
    { refetchInterval: (read) => (read?.state === 'reading' ? LOOK_EVERY_MS : false) },
  )
  const answers = JSON.stringify([
    upload.state,
    upload.openQuestions,
    upload.sources.map(({ id, included, settings, domains }) => [id, included, settings, domains]),
  ])
  useEffect(() => void refetch(), [answers, refetch])
  return data
}
