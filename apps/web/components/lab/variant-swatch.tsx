import type { VariantStyle } from './variant-style.ts'

/** A piece of the line as it is drawn. */
export function VariantSwatch({ style: { color, dash } }: { style: VariantStyle }) {
  return (
    <svg width="24" height="8" viewBox="0 0 24 8" aria-hidden className="shrink-0">
      <line x1="0" y1="4" x2="24" y2="4" stroke={color} strokeWidth="2.25" strokeDasharray={dash} />
    </svg>
  )
}
