import type { Job } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aJob } from '../../lib/testing/fixtures.ts'
import { render, userWith } from '../../lib/testing/render.tsx'
import { JobProgress } from './job-progress.tsx'

type Progress = NonNullable<Job['progress']>

const progress = (more: Partial<Progress>): Progress => ({
  stage: 'Reading',
  done: null,
  total: null,
  unit: null,
  message: null,
  ...more,
})
const shown = (job: Partial<Job>) => render(<JobProgress job={aJob(job)} />)

describe('the progress of a job', () => {
  it.each([
    [{ done: 500_000, total: 2_000_000, unit: 'bytes' }, '25 %', '500 kB of 2.00 MB'],
    [{ done: 500_000, unit: 'bytes' }, '', '500 kB'],
    [{ done: 12, total: 60, unit: 'seconds' }, '20 %', '48 s left of 1 min'],
    [{ done: 70, total: 60, unit: 'seconds' }, '100 %', '0 s left of 1 min'],
    [{ done: 1200, total: 4800, unit: 'lines' }, '25 %', '1,200 of 4,800 lines'],
    [{ done: 3, unit: 'windows' }, '', '3 windows'],
  ] as const)('of %j reads %s and %s', (more, share, amount) => {
    const { text } = shown({ progress: progress(more) })
    expect(text).toContain(`Reading ${share}`.trim())
    expect(text).toContain(amount)
  })

  it('is given to screen readers as a fraction, where there is one', () => {
    const known = shown({ progress: progress({ done: 1, total: 4, unit: 'steps' }) })
    expect(known.html).toContain('aria-valuenow="25"')
    expect(shown({ progress: progress({ done: 1 }) }).html).not.toContain('aria-valuenow')
  })

  it('does not count seconds twice', () => {
    const startedAt = new Date(Date.now() - 7_230_000).toISOString()
    const after = (unit: Progress['unit']) =>
      shown({ startedAt, progress: progress({ done: 3, unit }) }).text
    expect(after('lines')).toContain('2 h so far')
    expect(after('seconds')).not.toContain('so far')
  })
})

describe('the stage of a job', () => {
  it('is waiting, starting, stopping or the stage itself', () => {
    expect(shown({ state: 'queued', startedAt: null }).text).toContain('Waiting for a worker')
    expect(shown({}).text).toContain('Starting')
    expect(shown({ progress: progress({}) }).text).toContain('Reading')
    expect(shown({ progress: progress({}), cancelRequested: true }).text).toMatch(/^Stopping/)
  })

  it('shows that it is another attempt', () => {
    expect(shown({ attempts: 2 }).text).toContain('attempt 2')
    expect(shown({ attempts: 1 }).text).not.toContain('attempt')
  })
})

describe('the button that stops a job', () => {
  it('is offered once, to users with the permission, while the job runs', () => {
    expect(shown({}).buttons).toEqual(['Cancel'])
    expect(shown({ cancelRequested: true }).buttons).toEqual(['Cancel (off)'])
    expect(shown({ state: 'succeeded' }).buttons).toEqual([])
    const reader = render(<JobProgress job={aJob()} />, { user: userWith(['jobs:read']) })
    expect(reader.buttons).toEqual([])
  })
})
