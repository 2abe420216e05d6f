import type { Trouble } from '@steelyard/contract'
import { ApiError } from '@steelyard/contract/plain'
import { describe, expect, it } from 'vitest'
import { problem, render } from '../../lib/testing/render.tsx'
import { ProblemAlert } from './problem-alert.tsx'
import { TroubleAlert } from './trouble-alert.tsx'

describe('a call that failed', () => {
  it('is shown as a problem, with the id to quote', () => {
    const { text, html } = render(<ProblemAlert error={new ApiError(problem(500))} />)
    expect(text).toBe('Error: Refused The API said no. Request r-1')
    expect(html).toContain('role="alert"')
  })

  it('names the refused inputs', () => {
    const invalidParams = [{ name: 'seconds', reason: 'at least 10' }]
    const error = new ApiError({ ...problem(422), invalidParams, requestId: '' })
    const { text } = render(<ProblemAlert error={error} title="Not started" />)
    expect(text).toBe('Error: Not started The API said no. seconds : at least 10')
  })

  it('explains an answer that could not be understood', () => {
    expect(render(<ProblemAlert error={new TypeError('x is not a function')} />).text).toContain(
      'The answer could not be understood x is not a function',
    )
  })

  it('can be tried again only where that is possible', () => {
    const error = new ApiError(problem(500))
    expect(render(<ProblemAlert error={error} onRetry={() => {}} />).buttons).toEqual(['Try again'])
    expect(render(<ProblemAlert error={error} />).buttons).toEqual([])
  })

  it('shows nothing where nothing failed', () => {
    expect(render(<ProblemAlert error={null} />).html).toBe('')
  })
})

describe('a trouble inside a resource', () => {
  const trouble: Trouble = {
    code: 'bad-line',
    message: 'A line cannot be read.',
    where: { path: 'vm1.log', line: 1234, column: 7 },
    expected: 'a duration',
    fix: 'Give the log format.',
  }

  it('states what, where, what was expected and what to do', () => {
    expect(render(<TroubleAlert trouble={trouble} />).text).toBe(
      'Error: A line cannot be read. Where: vm1.log, line 1,234, column 7 Expected: a duration What to do: Give the log format.',
    )
  })

  it('keeps its message under a title of the page', () => {
    expect(
      render(
        <TroubleAlert trouble={{ code: 'x', message: 'Why.' }} title="It failed" tone="warn" />,
      ).text,
    ).toBe('Warning: It failed Why.')
  })

  it('counts bytes where there are no lines', () => {
    const where = { path: 'trace.bin', byte: 4096 }
    expect(render(<TroubleAlert trouble={{ ...trouble, where }} />).text).toContain(
      'Where: trace.bin, byte 4,096',
    )
  })
})
