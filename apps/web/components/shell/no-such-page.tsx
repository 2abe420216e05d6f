import { Compass } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function NoSuchPage() {
  return (
    <div className="py-10">
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        icon={Compass}
        title="There is no such page"
        action={
          <ButtonLink look="primary" href="/">
            Go to the fleet
          </ButtonLink>
        }
      >
        The address may be mistyped, or what it showed was deleted.
      </EmptyState>
    </div>
  )
}
