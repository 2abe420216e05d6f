/** The sample of a colour in a legend. */
export function Swatch({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      className="inline-block size-3 shrink-0 rounded-xs outline outline-line"
      style={{ backgroundColor: color }}
    />
  )
}
