import type { Deps } from './deps.ts'
import { every } from './every.ts'
import { RENEW_PLACES_EVERY_MS, renewPlaces } from './http/places.ts'
import { DAY_MS } from './milliseconds.ts'
import { retireNotifications } from './notifications/retire-notifications.ts'
import { sendDueMessages } from './notifications/send-due-messages.ts'
import { pictureOfNotification } from './pictures/picture-of-notification.ts'

const SEND_EVERY_MS = 5_000
const RETIRE_EVERY_MS = DAY_MS

/** The periodic work of an API process. A chore that fails is only logged. */
export function startApiChores(deps: Deps): { stop(): Promise<void> } {
  const chores = [
    // The API, because only it can open the addresses, and it sends mail already.
    every(deps, SEND_EVERY_MS, 'send-notifications', () =>
      sendDueMessages({ ...deps, pictureOf: (notified) => pictureOfNotification(deps, notified) }),
    ),
    every(deps, RETIRE_EVERY_MS, 'retire-notifications', () => retireNotifications(deps.db)),
    every(deps, RENEW_PLACES_EVERY_MS, 'renew-places', () => renewPlaces(deps.db)),
  ]
  return {
    async stop() {
      await Promise.all(chores.map((stop) => stop()))
    },
  }
}
