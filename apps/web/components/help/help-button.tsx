'use client'

import { CircleHelp } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { showHelp } from './show-help.ts'

/** Opens the help for the page, as `?` does. */
export function HelpButton() {
  return (
    <Button
      look="quiet"
      size="small"
      aria-label="Help for this page"
      aria-haspopup="dialog"
      aria-keyshortcuts="Shift+?"
      onClick={() => showHelp(true)}
    >
      <CircleHelp className="size-5!" aria-hidden />
    </Button>
  )
}
