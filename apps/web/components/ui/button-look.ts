import { cx } from '../../lib/cx.ts'

const looks = {
  primary:
    'bg-accent text-on-accent border-transparent hover:bg-accent-strong disabled:hover:bg-accent',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-sunken',
  quiet: 'bg-transparent text-ink-soft border-transparent hover:bg-sunken hover:text-ink',
  danger: 'bg-surface text-danger border-danger hover:bg-danger-soft',
}

const sizes = {
  small: 'min-h-8 px-2.5 text-sm gap-1.5',
  medium: 'min-h-10 px-4 gap-2',
  large: 'min-h-12 px-6 text-base gap-2.5',
}

export interface Look {
  look?: keyof typeof looks
  size?: keyof typeof sizes
  className?: string | undefined
}

/** The classes of a button, for links that look like one and leave the dashboard. */
export function buttonLook({ look = 'secondary', size = 'medium', className }: Look): string {
  return cx(
    'inline-flex items-center justify-center rounded-lg border font-medium whitespace-nowrap transition-colors disabled:opacity-55 disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0',
    looks[look],
    sizes[size],
    className,
  )
}
