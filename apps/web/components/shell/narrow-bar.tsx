'use client'

import { Menu, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Account } from './account.tsx'
import { Brand } from './brand.tsx'
import { Navigation } from './navigation.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The top bar of narrow screens; the navigation opens as a sheet. */
export function NarrowBar() {
  const [open, setOpen] = useState(false)
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-surface px-4 lg:hidden">
      <Brand />
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger asChild>
          <Button look="quiet" size="small" aria-label="Open the menu">
            <Menu className="size-5!" aria-hidden />
          </Button>
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 right-0 z-50 flex w-72 max-w-[85vw] flex-col gap-6 overflow-y-auto bg-surface p-4 shadow-float"
          >
            <div className="flex items-center justify-between">
              <Dialog.Title className="font-semibold">Menu</Dialog.Title>
              <Dialog.Close asChild>
                <Button look="quiet" size="small" aria-label="Close the menu">
                  <X className="size-5!" aria-hidden />
                </Button>
              </Dialog.Close>
            </div>
            <Navigation onNavigate={() => setOpen(false)} />
            <div className="mt-auto space-y-4">
              <ThemeSwitch />
              <Account />
            </div>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  )
}
