import { expect, it } from 'vitest'
import { aPlan } from '../../lib/testing/fixtures.ts'
import { firstPage, render, rowsOf } from '../../lib/testing/render.tsx'
import { ChangesList } from './changes-list.tsx'

it('asks for what the address says, and shows it in the filters', () => {
  const { html } = render(<ChangesList />, {
    search: 'q=xen&state=failed',
    known: [
      firstPage('listPlans', { search: 'xen', state: 'failed' }, [aPlan({ state: 'failed' })]),
    ],
  })
  expect(rowsOf(html)).toHaveLength(2)
  expect(html).toMatch(/<input[^>]*value="xen"/)
  expect(html).toMatch(/<option value="failed" selected="">Failed/)
})

it('says that nothing matches, and ignores a state that does not exist', () => {
  const none = {
    search: 'q=nowhere&state=burnt',
    known: [firstPage('listPlans', { search: 'nowhere' }, [])],
  }
  expect(render(<ChangesList />, none).text).toContain('No plan matches')
})
