import { describe, expect, it } from 'vitest'
import { uuidV7 } from '../uuid.ts'
import { decodeCursor, encodeCursor, pageById, toPage } from './paging.ts'

const rows = [5, 4, 3].map((n) => ({ id: `${n}` }))
const id = (row: { id: string }) => row.id

describe('toPage', () => {
  it('shows a next cursor only when there was an extra row', () => {
    const page = toPage(rows, 2, id, id)
    expect(page.data).toEqual(['5', '4'])
    expect(decodeCursor(page.meta.nextCursor ?? '', /^\d$/)).toBe('4')
    expect(toPage(rows, 3, id, id).meta.nextCursor).toBeNull()
    expect(toPage([], 3, id, id)).toEqual({ data: [], meta: { nextCursor: null } })
  })
})

describe('pageById', () => {
  it('starts behind the cursor and fetches one row more', () => {
    const last = uuidV7()
    expect(pageById({ limit: 10, cursor: encodeCursor(last) })).toEqual({
      take: 11,
      orderBy: { id: 'desc' },
      cursor: { id: last },
      skip: 1,
    })
  })

  it.each(['', 'nonsense', '%00', encodeCursor('1 OR 1=1'), `${encodeCursor(uuidV7())}=`])(
    'refuses %j',
    (cursor) => expect(() => pageById({ limit: 10, cursor })).toThrow('not valid'),
  )
})

describe('uuidV7', () => {
  it('has version and variant and sorts by time', () => {
    expect(uuidV7()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(uuidV7(1_000) < uuidV7(2_000)).toBe(true)
  })
})
