import type { LabVariant } from '@steelyard/contract'
import { cx } from '../../lib/cx.ts'
import { LineSwatch } from '../charts/line-swatch.tsx'
import type { VariantStyle } from './variant-style.ts'

/** The legend; each entry shows or hides its line. */
export function VariantToggles({
  variants,
  styles,
  shown,
  onToggle,
}: {
  variants: readonly LabVariant[]
  styles: ReadonlyMap<string, VariantStyle>
  shown: ReadonlySet<string>
  onToggle: (id: string) => void
}) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Lines shown</legend>
      {variants.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={shown.has(id)}
          onClick={() => onToggle(id)}
          className={cx(
            'inline-flex min-h-8 items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-sunken',
            shown.has(id) ? 'text-ink' : 'text-ink-faint line-through',
          )}
        >
          <LineSwatch {...styles.get(id)!} />
          {label}
        </button>
      ))}
    </fieldset>
  )
}
