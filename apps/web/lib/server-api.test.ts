import { expect, it } from 'vitest'
import { pagesKeyOf, queryKeyOf } from './query-keys.ts'
import { answerOf, firstPageOf, prefetch, read } from './server-api.ts'

const refuse = () => Promise.reject(new Error('The API said no.'))

it('keeps each answer under the key that the browser asks by', async () => {
  const wanted = [
    { ...answerOf('getHost', { params: { id: '7' } }), read: async () => ({ name: 'xen-1' }) },
    { ...firstPageOf('listPlans', { hostId: '7' }), read: async () => ({ pages: [] }) },
  ]
  const { queries } = await prefetch(...wanted)
  expect(queries.map(({ queryKey, state }) => [queryKey, state.data])).toEqual([
    [queryKeyOf('getHost', { params: { id: '7' } }), { name: 'xen-1' }],
    [pagesKeyOf('listPlans', { hostId: '7' }), { pages: [] }],
  ])
})

it('leaves what failed to the browser', async () => {
  const failing = { ...answerOf('getHost', { params: { id: '7' } }), read: refuse }
  const other = { ...firstPageOf('listPlans'), read: async () => ({ pages: [] }) }
  expect((await prefetch(failing, other)).queries).toHaveLength(1)
  expect(await read(failing)).toBeNull()
})
