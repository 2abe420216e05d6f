import type { ReactNode } from 'react'
import { Account } from './account.tsx'
import { Brand } from './brand.tsx'
import { NarrowBar } from './narrow-bar.tsx'
import { Navigation } from './navigation.tsx'
import { SessionGate } from './session-gate.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Frame of every signed-in page. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <NarrowBar />
      <div className="mx-auto flex max-w-[90rem]">
        <aside className="sticky top-0 hidden h-dvh w-56 shrink-0 flex-col gap-7 overflow-y-auto border-r border-line bg-surface px-3 py-5 lg:flex">
          <div className="px-2">
            <Brand />
          </div>
          <Navigation />
          <div className="mt-auto space-y-4 px-2">
            <ThemeSwitch />
            <Account />
          </div>
        </aside>
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 flex-1 px-4 py-6 outline-none sm:px-8 lg:py-8"
        >
          <SessionGate>{children}</SessionGate>
        </main>
      </div>
    </>
  )
}
