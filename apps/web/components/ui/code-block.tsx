import { cx } from '../../lib/cx.ts'
import { CopyButton } from './copy-button.tsx'

/** Text for a terminal, shown in full and copied with one click. */
export function CodeBlock({
  text,
  label,
  wrap = false,
}: {
  text: string
  label: string
  wrap?: boolean
}) {
  return (
    <div className="space-y-2">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-lg bg-sunken p-3"
      >
        <pre
          className={cx(
            'font-mono text-xs leading-relaxed',
            wrap && 'break-all whitespace-pre-wrap',
          )}
        >
          {text}
        </pre>
      </section>
      <CopyButton text={text} label={label} />
    </div>
  )
}
