import { MoveRight } from 'lucide-react'

/** Shows a change such as "256 → 1,792"; an unchanged value appears once. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  if (before === after) return <span className="tabular">{after}</span>
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap tabular">
      <span className="text-ink-faint">
        <span className="sr-only">before </span>
        {before}
      </span>
      <MoveRight className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
      <span className="font-semibold">
        <span className="sr-only">after </span>
        {after}
      </span>
    </span>
  )
}
