'use client'

import { VERDICTS } from '@steelyard/contract/plain'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { verdictWords } from '../../lib/verdict-words.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { NO_VERDICT } from '../ui/verdict-badge.tsx'
import type { FleetFilter } from './filter-hosts.ts'
import { FleetViewMenu } from './fleet-view-menu.tsx'

/** A change of the address, which keeps the filter; undefined removes a part of it. */
export type ChangeFilter = (change: Record<string, string | undefined>) => void

export function FleetFilters({
  filter,
  tags,
  onChange,
}: {
  filter: FleetFilter
  tags: readonly string[]
  onChange: ChangeFilter
}) {
  return (
    <search className="flex flex-wrap items-center gap-2 border-b border-line p-2 in-data-kiosk:hidden">
      <span className="relative min-w-0 flex-1 basis-56">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-faint"
        />
        <SearchInput initial={filter.search} onSearch={(q) => onChange({ q })} />
      </span>
      <span className="w-48">
        <Select
          aria-label="Verdict"
          value={filter.verdict}
          onChange={(event) => onChange({ verdict: event.target.value })}
        >
          <option value="">Any verdict</option>
          {VERDICTS.map((verdict) => (
            <option key={verdict} value={verdict}>
              {verdictWords[verdict]}
            </option>
          ))}
          <option value="none">{NO_VERDICT}</option>
        </Select>
      </span>
      {tags.length > 0 ? (
        <span className="w-36">
          <Select
            aria-label="Tag"
            value={filter.tag}
            onChange={(event) => onChange({ tag: event.target.value })}
          >
            <option value="">Any tag</option>
            {tags.map((tag) => (
              <option key={tag}>{tag}</option>
            ))}
          </Select>
        </span>
      ) : null}
      <span className="px-1">
        <Checkbox
          label="Drifted only"
          checked={filter.drift !== ''}
          onChange={(checked) => onChange({ drift: checked ? 'yes' : undefined })}
        />
      </span>
      <FleetViewMenu />
    </search>
  )
}

/**
 * Keeps what is typed itself, because the address follows a moment later; it follows the address where
 * something else changes that, such as a view.
 */
function SearchInput({ initial, onSearch }: { initial: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(initial)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement !== field.current) setText(initial)
  }, [initial])
  return (
    <Input
      ref={field}
      type="search"
      aria-label="Search hosts, tags and guests"
      placeholder="Search hosts, tags and guests"
      className="pl-9"
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onSearch(event.target.value)
      }}
    />
  )
}
