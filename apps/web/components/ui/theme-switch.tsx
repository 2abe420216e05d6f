'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useSyncExternalStore } from 'react'
import { Segmented } from './segmented.tsx'

const themes = [
  { value: 'system', label: 'As the system', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
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
    <Segmented
      label="Theme"
      options={themes}
      value={inBrowser ? (theme ?? 'system') : null}
      onChange={setTheme}
    />
  )
}
