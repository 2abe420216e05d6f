import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'

/** Beyond this many names a row of buttons is no longer a choice at a glance. */
const BUTTONS_UP_TO = 4

export function DomainChoice({
  domains,
  chosen,
  onChoose,
}: {
  domains: readonly string[]
  chosen: string
  onChoose: (domain: string) => void
}) {
  if (domains.length < 2) return null
  if (domains.length <= BUTTONS_UP_TO) {
    return (
      <Segmented
        label="Domain that is looked at"
        options={domains.map((value) => ({ value, label: value }))}
        value={chosen}
        onChange={onChoose}
      />
    )
  }
  return (
    <Select
      aria-label="Domain that is looked at"
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
    >
      {domains.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </Select>
  )
}
