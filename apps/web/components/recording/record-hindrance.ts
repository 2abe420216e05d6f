import type { Host } from '@steelyard/contract'

/** Why the host cannot be recorded now. Null when it can. */
export function recordHindrance({
  connection,
  recording,
}: Pick<Host, 'connection' | 'recording'>): string | null {
  if (recording) return 'It is being recorded right now.'
  switch (connection.state) {
    case 'connected':
      return null
    case 'none':
      return 'Connect the host first: a recording is made over SSH.'
    case 'awaiting-confirmation':
      return 'Confirm the host’s key first: a recording is made over SSH.'
    case 'failing':
      return 'The connection is failing: repair it first.'
    case 'probing':
    case 'connecting':
      return 'The host is being connected.'
  }
}
