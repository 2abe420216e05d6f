import type { LabVariant } from '@steelyard/contract'
import { RowHead } from '../ui/plain-table.tsx'
import { StockMark } from '../ui/stock-mark.tsx'

/** The head of a variant's row: its name, whether a released Xen has it, and what it means. */
export function VariantHead({ variant }: { variant: LabVariant }) {
  return (
    <RowHead className="min-w-52 sm:min-w-72 xl:w-1/2">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {variant.label}
        <StockMark stockXen={variant.stockXen} />
      </span>
      <span className="mt-0.5 block text-xs font-normal text-ink-faint">{variant.meaning}</span>
    </RowHead>
  )
}
