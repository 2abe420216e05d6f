import { addNotificationChannel, type NotificationChannel } from '@steelyard/contract'
import type { z } from 'zod'
import { formWords } from '../../lib/form-words.ts'
import { numberIn } from '../../lib/parse-number.ts'
import { usualEvents } from './event-words.ts'

export type NewChannel = z.output<NonNullable<typeof addNotificationChannel.body>>

/** A channel while it is edited: numbers as they are typed, and quiet hours that can be switched off. */
export interface ChannelDraft
  extends Pick<NotificationChannel, 'kind' | 'name' | 'events' | 'enabled'> {
  address: string
  tag: string
  isQuiet: boolean
  quietHours: NonNullable<NotificationChannel['quietHours']>
  groupMinutes: string
}

/** @param zone the reader's time zone, for quiet hours that were not chosen yet */
export function draftOf(channel: NotificationChannel | null, zone: string): ChannelDraft {
  return {
    kind: channel?.kind ?? 'webhook',
    name: channel?.name ?? '',
    events: channel?.events ?? usualEvents,
    enabled: channel?.enabled ?? true,
    // What is stored is sealed and never comes back.
    address: '',
    tag: channel?.tag ?? '',
    isQuiet: Boolean(channel?.quietHours),
    quietHours: channel?.quietHours ?? { from: '22:00', to: '07:00', timeZone: zone },
    groupMinutes: String(channel?.groupMinutes ?? 5),
  }
}

/** Messages by field: `name`, `address`, `quietHours.to`. */
export type ChannelFaults = Readonly<Record<string, string>>

/**
 * What the API takes, or else what is wrong with each field.
 * @param isNew whether there is no address yet, which then must be given
 */
export function readDraft(
  { tag, isQuiet, quietHours, groupMinutes, address, ...draft }: ChannelDraft,
  isNew: boolean,
): { channel: NewChannel; faults: null } | { channel: null; faults: ChannelFaults } {
  const read = addNotificationChannel.body!.safeParse(
    {
      ...draft,
      address: address.trim(),
      tag: tag.trim() || null,
      quietHours: isQuiet ? quietHours : null,
      groupMinutes: numberIn(groupMinutes),
    },
    { error: formWords },
  )
  const faults = {
    ...(isNew && !address.trim() ? { address: 'must not be empty' } : {}),
    ...Object.fromEntries(
      (read.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
    ),
  }
  if (read.success && Object.keys(faults).length === 0) return { channel: read.data, faults: null }
  return { channel: null, faults }
}
