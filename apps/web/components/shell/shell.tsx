'use client'

import { Menu, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { hasStatus } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { EstimatorsContext } from '../../lib/use-estimators.ts'
import { useKiosk } from '../../lib/use-kiosk.ts'
import { SessionContext } from '../../lib/use-session.ts'
import { ConfirmGate } from '../access/confirm-gate.tsx'
import { HelpButton } from '../help/help-button.tsx'
import { HelpGate } from '../help/help-gate.tsx'
import { StopBanner } from '../loop-stop/stop-banner.tsx'
import { StopButton } from '../loop-stop/stop-button.tsx'
import { StopGate } from '../loop-stop/stop-gate.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { Brand } from '../ui/brand.tsx'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { Account } from './account.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { Keys } from './keys.tsx'
import { Kiosk } from './kiosk.tsx'
import { Navigation } from './navigation.tsx'
import { NewRecording } from './new-recording.tsx'

/** The frame of every signed-in page. */
export function Shell({ children }: { children: ReactNode }) {
  if (useKiosk()) {
    return (
      <Kiosk>
        <SessionGate>{children}</SessionGate>
      </Kiosk>
    )
  }
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <NarrowBar />
      <ConfirmGate />
      <StopGate />
      <DropAnywhere />
      <HelpGate />
      <Keys />
      <div className="mx-auto flex max-w-[90rem]">
        <aside className="sticky top-0 hidden h-dvh w-56 shrink-0 flex-col gap-5 overflow-y-auto border-r border-line bg-surface px-3 py-5 lg:flex">
          <div className="px-2">
            <Brand />
          </div>
          <div className="space-y-2">
            <NewRecording />
            <div className="flex items-center gap-1">
              <PaletteButton />
              <HelpButton />
            </div>
          </div>
          <Navigation />
          <div className="mt-auto space-y-4 px-2">
            <StopButton />
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

/**
 * Renders pages once the session and the estimators are known; without a session the query client redirects to the sign-in
 * page.
 */
function SessionGate({ children }: { children: ReactNode }) {
  const session = useApi('getSession')
  const estimators = useApi('listEstimators')
  if (session.data && estimators.data) {
    return (
      <SessionContext value={session.data}>
        <EstimatorsContext value={estimators.data.data}>
          <StopBanner />
          {children}
        </EstimatorsContext>
      </SessionContext>
    )
  }
  const failed = [session, estimators].find(({ error }) => error && !hasStatus(error, 401))
  if (failed) return <ProblemAlert error={failed.error} onRetry={() => failed.refetch()} />
  return (
    <div className="max-w-xl pt-4">
      <SkeletonLines lines={4} />
    </div>
  )
}

/** The top bar of narrow screens; the navigation opens as a sheet. */
function NarrowBar() {
  const [open, setOpen] = useState(false)
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-surface px-4 lg:hidden">
      <Brand />
      <div className="flex items-center">
        <PaletteButton compact />
        <HelpButton />
        <Button
          look="quiet"
          size="small"
          aria-label="Open the menu"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Menu className="size-5!" aria-hidden />
        </Button>
        {open ? <MenuSheet onClose={() => setOpen(false)} /> : null}
      </div>
    </header>
  )
}

function MenuSheet({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  return (
    <Modal
      labelledBy={titleId}
      onClose={onClose}
      className="mr-0 ml-auto h-dvh max-h-none w-72 max-w-[85vw] gap-6 overflow-y-auto p-4 open:flex open:flex-col"
    >
      <div className="flex items-center justify-between">
        <h2 id={titleId} className="font-semibold">
          Menu
        </h2>
        <Button look="quiet" size="small" aria-label="Close the menu" onClick={onClose}>
          <X className="size-5!" aria-hidden />
        </Button>
      </div>
      <NewRecording onNavigate={onClose} />
      <Navigation onNavigate={onClose} />
      <div className="mt-auto space-y-4">
        <StopButton onOpen={onClose} />
        <ThemeSwitch />
        <Account />
      </div>
    </Modal>
  )
}
