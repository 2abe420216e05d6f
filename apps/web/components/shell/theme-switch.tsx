'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { ToggleGroup } from 'radix-ui'
import { useSyncExternalStore } from 'react'

const themes = [
  { id: 'system', label: 'As the system', icon: Monitor },
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
]

const never = () => () => {}

export function ThemeSwitch() {
  const { theme, setTheme } = useTheme()
  // The server cannot know the theme, so no option is marked before the browser has rendered.
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="Theme"
      value={inBrowser ? (theme ?? 'system') : ''}
      onValueChange={(value) => value && setTheme(value)}
      className="inline-flex rounded-lg border border-line p-0.5"
    >
      {themes.map(({ id, label, icon: Icon }) => (
        <ToggleGroup.Item
          key={id}
          value={id}
          aria-label={label}
          title={label}
          className="grid size-8 place-items-center rounded-md text-ink-faint hover:text-ink data-[state=on]:bg-sunken data-[state=on]:text-ink"
        >
          <Icon className="size-4" aria-hidden />
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
