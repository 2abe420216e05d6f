import type { Domain } from '@steelyard/contract'
import { CodeBlock } from '../ui/code-block.tsx'
import { configFileOf } from './config-file-of.ts'

const hasLines = ({ applied }: Domain) => (applied?.configLines.length ?? 0) > 0

/** The lines that make each domain's values permanent, with the file they belong in. */
export function ConfigLines({ domains }: { domains: readonly Domain[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      {domains.filter(hasLines).map(({ id, name, applied }) => (
        <li key={id} className="min-w-0 space-y-2">
          <p className="text-sm [overflow-wrap:anywhere]">
            <span className="font-medium">{name}</span>
            <code className="block font-mono text-xs text-ink-soft">{configFileOf({ name })}</code>
          </p>
          <CodeBlock
            text={applied?.configLines.join('\n') ?? ''}
            label={`the configuration lines of ${name}`}
          />
        </li>
      ))}
    </ul>
  )
}
