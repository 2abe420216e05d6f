'use client'

import dynamic from 'next/dynamic'
import { useQuestion } from '../../lib/confirmation.ts'
import { Unconfirmed } from './unconfirmed.tsx'

const ConfirmItIsYou = dynamic(
  () => import('./confirm-it-is-you.tsx').then((it) => it.ConfirmItIsYou),
  { ssr: false },
)

/** Asks the person to confirm that it is still them whenever a request needs it, and says when that failed. */
export function ConfirmGate() {
  const settle = useQuestion()
  return (
    <>
      {settle ? <ConfirmItIsYou settle={settle} /> : null}
      <Unconfirmed />
    </>
  )
}
