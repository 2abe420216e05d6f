import { FlaskConical } from 'lucide-react'
import { Badge } from './badge.tsx'

/** Marks features that no released version of Xen has, wherever they are named. */
export function StockMark({ stockXen }: { stockXen: boolean }) {
  if (stockXen) return null
  return (
    <Badge tone="warn" icon={FlaskConical}>
      not in stock Xen
    </Badge>
  )
}
