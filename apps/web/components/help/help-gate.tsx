'use client'

import dynamic from 'next/dynamic'
import { showHelp, useShowsHelp } from './show-help.ts'

const HelpPanel = dynamic(() => import('./help-panel.tsx').then((it) => it.HelpPanel), {
  ssr: false,
})

/** The help, over whatever page is open. */
export function HelpGate() {
  return useShowsHelp() ? <HelpPanel onClose={() => showHelp(false)} /> : null
}
