import { useSyncExternalStore } from 'react'

type Settle = (isConfirmed: boolean) => void

let asked: { answer: Promise<boolean>; settle: Settle } | null = null
const listeners = new Set<() => void>()

function change(next: typeof asked): void {
  asked = next
  for (const listener of listeners) listener()
}

/**
 * Has the page ask the person to confirm that it is still them; several requests share one question.
 * @returns whether they did; false where no page is there to ask
 */
export function askToConfirm(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (asked) return asked.answer
  let resolve: Settle
  const answer = new Promise<boolean>((done) => {
    resolve = done
  })
  const settle: Settle = (isConfirmed) => {
    change(null)
    resolve(isConfirmed)
  }
  change({ answer, settle })
  return answer
}

/** Calls the listener whenever a question is asked or settled; returns how to stop that. */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Settles the question that is open now; null when there is none. */
export function openQuestion(): Settle | null {
  return asked?.settle ?? null
}

/** The same, for the page that asks it. */
export function useQuestion(): Settle | null {
  return useSyncExternalStore(onQuestion, openQuestion, () => null)
}
