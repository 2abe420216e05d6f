import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { NotificationChannels } from '../../../../components/notifications/notification-channels.tsx'
import { Permitted } from '../../../../components/ui/permitted.tsx'
import { answerOf, prefetch } from '../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Notifications' }

export default async function NotificationsPage() {
  return (
    <HydrationBoundary state={await prefetch(answerOf('listNotificationChannels'))}>
      <Permitted needs="people:manage" doing="managing notifications">
        <NotificationChannels />
      </Permitted>
    </HydrationBoundary>
  )
}
