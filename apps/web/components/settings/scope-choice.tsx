import type { Permission } from '@steelyard/contract'
import { Checkbox } from '../ui/checkbox.tsx'
import { scopeWords } from './scope-words.ts'

export function ScopeChoice({
  offered,
  chosen,
  onChange,
}: {
  offered: Permission[]
  chosen: Permission[]
  onChange: (chosen: Permission[]) => void
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Scopes</legend>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {offered.map((permission) => (
          <Checkbox
            key={permission}
            label={scopeWords[permission]}
            hint={<code className="text-xs">{permission}</code>}
            checked={chosen.includes(permission)}
            onChange={(checked) =>
              onChange(
                checked ? [...chosen, permission] : chosen.filter((each) => each !== permission),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
