'use client'

import type { FilledQuestion } from '@steelyard/contract'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { isOfSliders, paramsOfQuestion, questionOfParams } from './question/question-in-url.ts'

const SETTLED_MS = 300

/** The question that the sliders pose. It begins with the address, which then follows it. */
export function useQuestion(now: FilledQuestion) {
  const params = useSearchParams()
  const [wanted, setWanted] = useState(() => questionOfParams(params, now))
  useEffect(() => {
    const write = () => {
      const query = new URLSearchParams(location.search)
      for (const name of [...query.keys()].filter(isOfSliders)) query.delete(name)
      for (const [name, value] of paramsOfQuestion(wanted, now)) query.set(name, value)
      const search = query.size > 0 ? `?${query}` : ''
      // Not through the router: the server has nothing to add to a moved slider.
      if (search !== location.search) history.replaceState(null, '', location.pathname + search)
    }
    const timer = setTimeout(write, SETTLED_MS)
    // A link that is pressed sooner comes after it: written later, the address would put the page
    // that is being opened off again.
    addEventListener('click', write, { capture: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('click', write, { capture: true })
    }
  }, [wanted, now])
  return [wanted, setWanted] as const
}
