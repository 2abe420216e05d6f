import type { NotificationChannel, NotificationEvent } from '@steelyard/contract'
import { formatCounted, formatEither } from '@steelyard/contract/format'
import { NOTIFICATION_EVENTS } from '@steelyard/contract/plain'

export const eventWords: Record<NotificationEvent, string> = {
  'hotspot-opened': 'a hotspot opens',
  'hotspot-closed': 'a hotspot is over',
  'recommendation-open': 'a recommendation waits for a person',
  'recommendation-expired': 'a recommendation expires',
  'change-applied': 'a change is applied',
  'change-failed': 'a change fails',
  'outcome-confirmed': 'an outcome is confirmed',
  'outcome-not-confirmed': 'an outcome is not confirmed',
  'outcome-worse': 'an outcome is worse',
  'rolled-back': 'a change is rolled back',
  'watch-failing': 'a host can no longer be watched',
  'watch-recovered': 'a host is watched again',
  'loop-stopped': 'everything is stopped',
}

/** What a person most likely wants to be told: what waits for them, and what went wrong. */
export const usualEvents: NotificationEvent[] = [
  'recommendation-open',
  'change-applied',
  'change-failed',
  'outcome-worse',
  'rolled-back',
  'watch-failing',
  'loop-stopped',
]

export const kindWords: Record<NotificationChannel['kind'], string> = {
  webhook: 'Webhook',
  email: 'E-mail',
  slack: 'Slack-compatible',
}

/** What a channel sends, about which hosts and when, in a sentence or two. */
export function sendsWords({
  events,
  tag,
  quietHours,
  groupMinutes,
}: Pick<NotificationChannel, 'events' | 'tag' | 'quietHours' | 'groupMinutes'>): string {
  const what =
    events.length === NOTIFICATION_EVENTS.length
      ? 'Everything'
      : events.length > 3
        ? formatCounted(events.length, 'kind of event', 'kinds of events')
        : `When ${formatEither(events.map((event) => eventWords[event]))}`
  const about = tag === null ? '' : `, about hosts tagged ${tag}`
  const quiet = quietHours
    ? ` Quiet from ${quietHours.from} to ${quietHours.to} (${quietHours.timeZone}).`
    : ''
  const grouped = groupMinutes === 0 ? ' Each at once.' : ` Grouped over ${groupMinutes} min.`
  return `${what}${about}.${quiet}${grouped}`
}
