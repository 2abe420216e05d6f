import { CopyButton } from '../ui/copy-button.tsx'

/** The exact commands in order, to be read or run by hand. */
export function CommandList({ commands }: { commands: readonly string[] }) {
  return (
    <div className="space-y-3">
      <section
        aria-label="Commands in order"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg bg-sunken p-4"
      >
        <ol className="space-y-1 font-mono text-sm">
          {commands.map((command) => (
            <li key={command} className="whitespace-pre">
              <span aria-hidden className="mr-2 text-ink-faint select-none">
                $
              </span>
              {command}
            </li>
          ))}
        </ol>
      </section>
      <CopyButton text={`${commands.join('\n')}\n`} label="all commands" />
    </div>
  )
}
