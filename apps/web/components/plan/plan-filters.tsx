'use client'

import { PLAN_STATES } from '@steelyard/contract/plain'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { planStateWords } from './plan-state-badge.tsx'

/** Typing waits this long before it asks the API. */
const PAUSE_MS = 250

export function PlanFilters({
  search,
  state,
  onChange,
}: {
  search: string
  state: string
  onChange: (changes: { q?: string; state?: string }) => void
}) {
  return (
    <search className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 sm:px-6">
      <SearchField key={search} search={search} onSearch={(q) => onChange({ q })} />
      <Field label="State" hideLabel className="w-44">
        <Select value={state} onChange={({ target }) => onChange({ state: target.value })}>
          <option value="">All states</option>
          {PLAN_STATES.map((each) => (
            <option key={each} value={each}>
              {planStateWords(each)}
            </option>
          ))}
        </Select>
      </Field>
    </search>
  )
}

function SearchField({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(search)
  useEffect(() => {
    if (text === search) return
    const timer = setTimeout(() => onSearch(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, search, onSearch])
  return (
    <Field label="Host" hideLabel className="relative w-60">
      <Search
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-faint"
        aria-hidden
      />
      <Input
        type="search"
        placeholder="Host"
        maxLength={120}
        className="pl-9"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Field>
  )
}
