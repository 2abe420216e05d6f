import { getApplication, getJob, getPlan, type Plan } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aJob, anApplication, aPlan, idOf } from '../../lib/testing/fixtures.ts'
import { answer, refusal, render, userWith } from '../../lib/testing/render.tsx'
import { PlanPage } from './plan-page.tsx'

const call = { params: { id: idOf(50) } }

const page = (plan: Partial<Plan>, known: ReturnType<typeof answer>[] = [], user = userWith()) =>
  render(<PlanPage id={idOf(50)} />, {
    user,
    known: [answer(getPlan, call, aPlan(plan)), ...known],
  })

describe('a plan that is not there', () => {
  it('is waited for', () => {
    expect(render(<PlanPage id={idOf(50)} />).text).toBe('Plan Loading the plan')
  })

  it('may be asked for again after a failure', () => {
    const { text, buttons } = render(<PlanPage id={idOf(50)} />, {
      known: [refusal(getPlan, call)],
    })
    expect(text).toContain('Error: Refused The API said no. Request r-1')
    expect(buttons).toEqual(['Try again'])
  })

  it('may be gone with its host, and then the hosts are the way on', () => {
    const { text, buttons, links } = render(<PlanPage id={idOf(50)} />, {
      known: [refusal(getPlan, call, 404)],
    })
    expect(text).toContain('There is no such plan It may have been deleted together with its host.')
    expect(buttons).toEqual([])
    expect(links).toEqual({ 'All hosts': '/hosts' })
  })
})

describe('where a plan comes from', () => {
  it('is its analysis, which it leads to', () => {
    const { text, links } = page({ analysisId: idOf(30), wanted: null })
    expect(text).toMatch(/From its analysis · made \d+ \w+ \d{4}.* · scheduler credit2/)
    expect(links['its analysis']).toBe(`/analyses/${idOf(30)}`)
  })

  it('is the one who set the values, or what they were made with', () => {
    expect(page({}).text).toContain('Set by hand · made')
    expect(page({ origin: 'Real-time assessment' }).text).toContain('Real-time assessment · made')
  })

  it('leaves out a scheduler that was not read yet', () => {
    expect(page({ state: 'draft', scheduler: null }).text).not.toContain('scheduler')
  })

  it('is always a host', () => {
    const { text, links } = page({ hostName: 'a-host-with-a-name-of-many-words-and-no-end' })
    expect(text).toContain('Plan for a-host-with-a-name-of-many-words-and-no-end')
    expect(links['← a-host-with-a-name-of-many-words-and-no-end']).toBe(`/hosts/${idOf(1)}`)
  })
})

describe('how far a plan has come', () => {
  it('is said step by step, not by colour alone', () => {
    expect(page({}).text).toContain(
      'Draft : done Planned : now Confirmed : to come Applying : to come Verified : to come',
    )
    expect(page({ state: 'rolled-back' }).text).toContain('Applying : done Rolled back : reached')
  })

  it('does not claim that a plan was made where the host could not be read', () => {
    expect(page({ state: 'failed', plannedAt: null, changes: [] }).text).toContain(
      'Draft : done Planned : to come Confirmed : to come Applying : to come Failed : reached',
    )
  })
})

describe('a draft', () => {
  it('shows the reading of the host as it goes on', () => {
    const progress = {
      stage: 'Reading the host',
      done: 1,
      total: 4,
      unit: 'steps',
      message: null,
    } as const
    const { text } = page({ state: 'draft', jobId: idOf(9), changes: [], commands: [] }, [
      answer(getJob, { params: { id: idOf(9) } }, aJob({ progress })),
    ])
    expect(text).toContain('The plan is based on its current values.')
    expect(text).toContain('25 %')
    expect(text).toContain('1 of 4 steps')
  })

  it('waits for news of it, and offers nothing to apply meanwhile', () => {
    const { text, buttons } = page({ state: 'draft', jobId: idOf(9) })
    expect(text).toContain('Loading the progress')
    expect(text).not.toContain('Commands')
    expect(buttons).toEqual([])
  })
})

describe('what was done with a plan', () => {
  const applied = (id: number, more: Parameters<typeof anApplication>[0]) =>
    answer(getApplication, { params: { id: idOf(id) } }, anApplication({ id: idOf(id), ...more }))

  it('has the newest first', () => {
    const { text } = page({ state: 'rolled-back', applicationIds: [idOf(51), idOf(52)] }, [
      applied(51, { requestedBy: 'Ada' }),
      applied(52, { requestedBy: 'Bob', kind: 'roll-back', state: 'rolled-back' }),
    ])
    expect(text).toMatch(/Roll-back Asked for by Bob,.*Application Asked for by Ada,/)
  })

  it('is loaded one by one: a plan stays readable without it', () => {
    const { text, buttons } = page({ state: 'verified', applicationIds: [idOf(51), idOf(52)] }, [
      refusal(getApplication, { params: { id: idOf(51) } }),
    ])
    expect(text).toMatch(/Loading the application.*The API said no\..*What changes/)
    expect(buttons).toContain('Try again')
  })
})

describe('the plan itself', () => {
  const trouble = {
    code: 'permission-denied',
    message: 'The host refused xl.',
    fix: 'Install the sudo rules.',
  }

  it('gives the commands in order, to be copied as one', () => {
    const { text, buttons } = page({ commands: ['xl sched-credit2 -d vm1 -w 512', 'xl list'] })
    expect(text).toContain('$ xl sched-credit2 -d vm1 -w 512 $ xl list')
    expect(buttons).toContain('Copy: all commands')
  })

  it('says what a restart would do, until the application says so itself', () => {
    const persistence = 'A restart brings the old weights back.'
    expect(page({ persistence }).text).toContain(
      'What a restart would do A restart brings the old weights back.',
    )
    expect(page({ persistence, state: 'verified' }).text).not.toContain(persistence)
  })

  it('has no empty tables where there is nothing to change', () => {
    const { text } = page({ changes: [], commands: [], canApply: false })
    expect(text).not.toContain('What changes')
    expect(text).not.toContain('Commands')
  })

  it('that could not be made says why, and can be tried again', () => {
    const { text, buttons } = page({
      state: 'failed',
      plannedAt: null,
      changes: [],
      commands: [],
      trouble,
    })
    expect(text).toContain(
      'Error: The plan could not be made The host refused xl. What to do: Install the sudo rules.',
    )
    expect(buttons).toEqual(['Plan again'])
  })

  it('that failed later leads with what happened', () => {
    expect(page({ state: 'failed', trouble }).text).toContain('Error: The host refused xl.')
    expect(page({ state: 'failed', trouble }).text).not.toContain('could not be made')
  })

  it('leaves the trouble of an application to the application', () => {
    const { text, buttons } = page({ state: 'failed', trouble, applicationIds: [idOf(51)] })
    expect(text).not.toContain('The host refused xl.')
    expect(buttons).toContain('Plan again')
  })
})

describe('planning the same once more', () => {
  const undone: Partial<Plan> = { state: 'rolled-back', applicationIds: [idOf(51)] }

  it('is offered where the plan is no longer in force', () => {
    expect(page(undone).buttons).toContain('Plan again')
    expect(page({ state: 'verified', applicationIds: [idOf(51)] }).buttons).not.toContain(
      'Plan again',
    )
  })

  it('lets values set by hand be changed first; those of an analysis are the analysis’s', () => {
    expect(page(undone).links['Set other values']).toBe(`/plans/new?host=${idOf(1)}`)
    const analysed = page({ ...undone, analysisId: idOf(30), wanted: null })
    expect(analysed.links['Set other values']).toBeUndefined()
    expect(analysed.buttons).toContain('Plan again')
  })

  it('is not possible where nobody knows any more what was asked for', () => {
    const { buttons, links } = page({ ...undone, wanted: null })
    expect(buttons).not.toContain('Plan again')
    expect(links['Set other values']).toBeDefined()
  })

  it('is only for those who make plans', () => {
    const { buttons, links } = page(undone, [], userWith(['plans:read']))
    expect(buttons).not.toContain('Plan again')
    expect(links['Set other values']).toBeUndefined()
  })
})
