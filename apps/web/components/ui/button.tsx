import { LoaderCircle } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { buttonLook, type Look } from './button-look.ts'

export interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Shows a spinner and refuses a second click. */
  busy?: boolean
}

export function Button({
  look,
  size,
  busy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonLook({ look, size, className })}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <LoaderCircle className="animate-spin" aria-hidden /> : null}
      {children}
    </button>
  )
}

/** A link to another page of the dashboard that looks like a button. */
export function ButtonLink({ look, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link className={buttonLook({ look, size, className })} {...rest} />
}
