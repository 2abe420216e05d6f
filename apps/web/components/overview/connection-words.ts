import type { ConnectionState } from '@steelyard/contract'

export const connectionWords: Record<ConnectionState, string> = {
  none: 'Not connected',
  probing: 'Connecting',
  'awaiting-confirmation': 'Waits for its key to be confirmed',
  connecting: 'Connecting',
  connected: 'Connected',
  failing: 'Connection failing',
}
