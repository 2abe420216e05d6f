import type { ReactNode } from 'react'
import { Brand } from '../ui/brand.tsx'
import { Card } from '../ui/card.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { WhatItDoes } from '../ui/what-it-does.tsx'

/** The plain frame of the pages shown before a session exists. */
export function AccessFrame({
  title,
  description,
  children,
}: {
  title: string
  description?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-md flex-col px-4 py-6">
      <header className="flex items-center justify-between">
        <Brand />
        <ThemeSwitch />
      </header>
      <main className="my-auto py-10">
        <WhatItDoes className="mb-6 px-1" />
        <Card className="p-5 sm:p-7">
          <h1 className="text-xl font-semibold">{title}</h1>
          {description ? <div className="mt-1 text-ink-soft">{description}</div> : null}
          <div className="mt-6">{children}</div>
        </Card>
      </main>
    </div>
  )
}
