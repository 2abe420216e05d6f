import { printable } from '@steelyard/contract/format'
import type { Terminal } from './terminal.ts'

/** Shows how far something has come: one line that changes, or a line for each stage in a log. */
export function showProgress({ errors }: Terminal) {
  let last = ''
  return {
    show(stage: string, detail = ''): void {
      const shown = printable(errors.isTTY ? `${stage} ${detail}`.trimEnd() : stage)
      if (shown === last) return
      last = shown
      errors.write(errors.isTTY ? `\r\u001b[K${shown}` : `${shown}\n`)
    },
    end(): void {
      if (errors.isTTY && last) errors.write('\r\u001b[K')
    },
  }
}
