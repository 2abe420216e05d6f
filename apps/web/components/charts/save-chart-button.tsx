'use client'

import { ImageDown } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '../ui/button.tsx'
import type { PictureKey } from './chart-picture.ts'
import { saveChart } from './save-chart.ts'

export function SaveChartButton({
  frame,
  label,
  keys,
}: {
  frame: RefObject<HTMLElement | null>
  label: string
  keys: readonly PictureKey[]
}) {
  return (
    <Button
      look="quiet"
      size="small"
      className="absolute -top-1 right-0 z-10 pointer-fine:not-focus-visible:not-group-hover/plot:opacity-0 print:hidden"
      aria-label={`Save as PNG: ${label}`}
      onClick={() => {
        if (frame.current) void saveChart(frame.current, label, keys)
      }}
    >
      <ImageDown aria-hidden />
    </Button>
  )
}
