import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the item of a list that scrolls sideways: brings it into the middle of the list whenever another
 * one is shown.
 * @param shown by which the item is known
 */
export function useCentred(shown: string | null): RefObject<HTMLLIElement | null> {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // Not `scrollIntoView`, which would move the page too.
    const list = item.current?.parentElement
    if (list && shown) list.scrollLeft = item.current!.offsetLeft - list.clientWidth / 2
  }, [shown])
  return item
}
