import { listAnalyses, listHosts } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aHost, aSummary, idOf } from '../../lib/testing/fixtures.ts'
import { answer, firstPage, render, rowsOf, userWith } from '../../lib/testing/render.tsx'
import { AnalysesPage } from './analyses-page.tsx'

const hosts = answer(
  listHosts,
  { query: { limit: 100 } },
  { data: [aHost(), aHost({ id: idOf(2), name: 'xen-2' })], meta: { nextCursor: null } },
)
const page = (hostId: string | undefined, user = userWith()) =>
  render(<AnalysesPage hostId={hostId} />, {
    user,
    known: [hosts, firstPage(listAnalyses, hostId ? { hostId } : {}, [aSummary()])],
  })

describe('the page of analyses', () => {
  it('lists those of all hosts, and names each host', () => {
    const { html } = page(undefined)
    expect(html).toContain('<option value="" selected="">All hosts</option>')
    expect(rowsOf(html)[0]).toContain('Host')
  })

  it('lists those of one host without naming it in each row', () => {
    const { html } = page(idOf(2))
    expect(html).toContain(`<option value="${idOf(2)}" selected="">xen-2</option>`)
    expect(rowsOf(html)[0]).not.toContain('Host')
  })

  it('links to a new upload for users who may upload', () => {
    expect(page(undefined).links['New analysis']).toBe('/uploads/new')
    expect(page(undefined, userWith(['analyses:read'])).links['New analysis']).toBeUndefined()
  })
})
