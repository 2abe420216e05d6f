import type { Detection, XentraceFacts } from '@steelyard/traces'

/** What a source was recognised as, in words. */
export function titleOf(detection: Detection, trace: XentraceFacts | null): string {
  switch (detection.kind) {
    case 'xentrace':
      return trace ? `Trace of xentrace: ${extentOf(trace)}` : 'Trace of xentrace'
    case 'xenmon':
      return 'xenmon log (CPU gotten, waited and blocked)'
    case 'xentop':
      return 'xentop batch output (CPU use)'
    case 'client-times':
      return 'Response times measured by clients'
    case 'recording':
      return 'Description of a recording'
    case 'xl-output':
      return 'Output of xl'
    case 'unknown':
      return 'Not recognised'
    case 'access-log':
      return detection.spec.kind === 'access-log'
        ? `Access log in the format ${detection.spec.format.replace(/%\{unnamed\d+\}n/g, '(number)')}`
        : 'Access log'
  }
}

const whole = new Intl.NumberFormat('en-GB')
const seconds = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 })

/** "2 pCPUs, 350,528 records, 24 s" */
function extentOf({ pCpus, records, cycles, tscHz }: XentraceFacts): string {
  const parts = [counted(pCpus, 'pCPU'), counted(records, 'record')]
  if (tscHz) parts.push(`${seconds.format(cycles / tscHz)} s`)
  return parts.join(', ')
}

function counted(count: number, noun: string): string {
  return `${whole.format(count)} ${noun}${count === 1 ? '' : 's'}`
}
