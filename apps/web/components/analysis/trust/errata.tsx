'use client'

import type { Erratum } from '@steelyard/contract'
import { useContext } from 'react'
import { HostFrameContext } from '../../host/frame/use-host-frame.ts'
import { Explained } from '../../ui/term.tsx'

/** Each erratum that a text names explains itself; docs/assumptions.md lists all of them. */
export function ErratumLinks({ text }: { text: string }) {
  const frame = useContext(HostFrameContext)
  const errata = frame?.recording?.result?.estimators.flatMap((each) => each.errata) ?? []
  return text.split(/(E0\.\d+)/).map((part, index) => {
    const erratum = index % 2 === 1 && errata.find(({ id }) => id === part)
    return erratum ? (
      <Explained key={index} by={<WhatIsWrong erratum={erratum} />}>
        {part}
      </Explained>
    ) : (
      part
    )
  })
}

function WhatIsWrong({ erratum: { where, paperSays, problem, weDo } }: { erratum: Erratum }) {
  return (
    <>
      {where}: {paperSays} {problem} Here: {weDo}
    </>
  )
}
