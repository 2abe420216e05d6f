import type { Detection } from '@steelyard/traces'

/** What a source was recognised as, in words. */
export function titleOf(detection: Detection): string {
  switch (detection.kind) {
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
