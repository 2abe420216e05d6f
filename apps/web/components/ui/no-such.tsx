import { FileQuestion, type LucideIcon } from 'lucide-react'
import { ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** The page for a resource that does not exist, with a link to the list of its kind. */
export function NoSuch({
  what,
  icon = FileQuestion,
  why,
  list,
}: {
  what: string
  icon?: LucideIcon
  why: string
  list: { href: string; label: string }
}) {
  return (
    <>
      <h1 className="sr-only">No such {what}</h1>
      <EmptyState
        icon={icon}
        title={`There is no such ${what}`}
        action={<ButtonLink href={list.href}>{list.label}</ButtonLink>}
      >
        {why}
      </EmptyState>
    </>
  )
}
