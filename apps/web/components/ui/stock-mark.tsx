import { FlaskConical } from 'lucide-react'
import { Badge } from './badge.tsx'

/** Whatever no released Xen can do says so wherever it is named. */
export function StockMark({ stockXen }: { stockXen: boolean }) {
  if (stockXen) return null
  return (
    <Badge tone="warn" icon={FlaskConical}>
      not in stock Xen
    </Badge>
  )
}
