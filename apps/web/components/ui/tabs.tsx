'use client'

import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx.ts'

export function Tabs(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root {...props} />
}

/** The row scrolls on its own when it is too wide for the screen. */
export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cx('flex gap-1 overflow-x-auto border-b border-line', className)}
      {...rest}
    />
  )
}

export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cx(
        '-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-accent',
        className,
      )}
      {...rest}
    />
  )
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cx('pt-4', className)} {...rest} />
}
