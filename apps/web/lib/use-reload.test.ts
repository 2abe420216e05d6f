import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { reload } from './use-reload.ts'

const queryKey = ['listFleetViews']

it('does not take an answer from before a change for the one after it', async () => {
  const client = new QueryClient()
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let asked = 0
  const queryFn = () => answers[asked++]!.promise
  const observer = new QueryObserver(client, { queryKey, queryFn })
  const seen: unknown[] = []
  const leave = observer.subscribe(({ data, error }) => seen.push(error ?? data))
  const reloaded = reload(client, [queryKey])
  await expect.poll(() => asked).toBe(2)
  answers[0]!.resolve('before')
  answers[1]!.resolve('after')
  await reloaded
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', isStale: true, error: null })
  expect(seen.filter(Boolean)).not.toContain('before')
  leave()
  client.clear()
})

it('shows what it has until the new answer comes', async () => {
  const client = new QueryClient()
  client.setQueryData(queryKey, 'before')
  const observer = new QueryObserver(client, { queryKey, queryFn: () => 'after' })
  const seen: unknown[] = []
  const leave = observer.subscribe(({ data }) => seen.push(data))
  await reload(client, [queryKey])
  expect([...new Set(seen)]).toEqual(['before', 'after'])
  leave()
  client.clear()
})
