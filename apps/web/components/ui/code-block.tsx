import { cx } from '../../lib/cx.ts'
import { CopyButton } from './copy-button.tsx'
import { Disclosure } from './disclosure.tsx'

/** Text for a terminal, copied with one click and shown in full. */
export function CodeBlock({
  text,
  label,
  wrap = false,
  folded,
}: {
  text: string
  label: string
  wrap?: boolean
  /** Shows the text only when asked, under this name: for what is long and copied rather than read. */
  folded?: string
}) {
  if (folded) {
    return (
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <CopyButton text={text} label={label} />
        <div className="min-w-0 grow basis-60 pt-1">
          <Disclosure summary={folded}>
            <Lines text={text} label={label} wrap={wrap} />
          </Disclosure>
        </div>
      </div>
    )
  }
  return (
    <div className="flex flex-col items-start gap-2 sm:flex-row">
      <Lines text={text} label={label} wrap={wrap} />
      <CopyButton text={text} label={label} />
    </div>
  )
}

function Lines({ text, label, wrap }: { text: string; label: string; wrap: boolean }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="max-h-72 min-w-0 max-w-full grow overflow-auto rounded-lg bg-sunken p-3 max-sm:w-full"
    >
      <pre
        className={cx('font-mono text-xs leading-relaxed', wrap && 'break-all whitespace-pre-wrap')}
      >
        {text}
      </pre>
    </section>
  )
}
