import { describe, expect, it } from 'vitest'
import { aSummary, idOf } from '../../lib/testing/fixtures.ts'
import { render, userWith } from '../../lib/testing/render.tsx'
import { LabForm, PAPER_HOST } from './lab-form.tsx'
import { defaultLoan, LoanFields } from './loan-fields.tsx'

const form = (more: Partial<Parameters<typeof LabForm>[0]> = {}, user = userWith()) =>
  render(
    <LabForm
      host={idOf(30)}
      kind="boost"
      analyses={[aSummary()]}
      busy={false}
      disabled={false}
      loan={defaultLoan}
      duration="A run takes a minute."
      onHost={() => {}}
      onKind={() => {}}
      onLoan={() => {}}
      onAsk={() => {}}
      {...more}
    />,
    { user },
  )
const optionsOf = (html: string) =>
  [...html.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, word]) => word)

describe('the question', () => {
  it('is about the paper’s host or any analysis', () => {
    expect(optionsOf(form().html)).toEqual([
      'Choose a host',
      'Monday morning',
      'A textbook host (the experiment of paper 1)',
    ])
    expect(form().text).toContain('xen-1 as it was recorded, with the requests of its logs.')
  })

  it('keeps an analysis that has no result yet in the list', () => {
    expect(optionsOf(form({ analyses: [] }).html)).toContain('An analysis without a result yet')
  })

  it('offers no pins for the textbook host', () => {
    expect(form().text).toContain('Pins')
    expect(form({ host: PAPER_HOST }).text).not.toContain('Pins')
    expect(form({ host: PAPER_HOST }).text).toContain('twelve guests compute')
  })

  it('asks for a loan only where policies are compared', () => {
    expect(form().text).toContain('Credit line')
    expect(form({ kind: 'pinning' }).text).not.toContain('Credit line')
  })

  it('says how long it takes', () => {
    expect(form().text).toContain('A run takes a minute. It changes nothing on any host.')
  })

  it('is disabled during a run, and without the permission', () => {
    expect(form().buttons).toEqual(['Run side by side'])
    expect(form({ disabled: true }).buttons).toEqual(['Run side by side (off)'])
    const reader = form({}, userWith(['analyses:read']))
    expect(reader.buttons).toEqual([])
    expect(reader.text).toContain('does not include running the lab')
  })
})

describe('a loan', () => {
  const fields = (more: Partial<typeof defaultLoan>) =>
    render(<LoanFields values={{ ...defaultLoan, ...more }} onChange={() => {}} />).text

  it('reports what is wrong with it, field by field', () => {
    expect(fields({})).not.toMatch(/a whole number from|from 5 to/)
    expect(fields({ creditLine: '49' })).toContain('a whole number from 50 to 10,000')
    expect(fields({ repaymentPercent: '101' })).toContain('from 5 to 100 %')
    expect(fields({ repaymentPercent: '' })).toContain('from 5 to 100 %')
  })
})
