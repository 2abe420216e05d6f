import { FlaskConical } from 'lucide-react'
import { Badge } from './badge.tsx'

/** Marks what no released version of Xen can do, wherever it is named. */
export function StockMark({ stockXen }: { stockXen: boolean }) {
  if (stockXen) return null
  return (
    <Badge tone="warn" icon={FlaskConical}>
      not in stock Xen
    </Badge>
  )
}
