import type { Plan } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aJob, anApplication, aPlan, idOf } from '../../lib/testing/fixtures.ts'
import { answer, refusal, render, userWith } from '../../lib/testing/render.tsx'
import { PlanPage } from './plan-page.tsx'

const call = { params: { id: idOf(50) } }

const page = (plan: Partial<Plan>, known: ReturnType<typeof answer>[] = [], user = userWith()) =>
  render(<PlanPage id={idOf(50)} />, {
    user,
    known: [answer('getPlan', call, aPlan(plan)), ...known],
  })

describe('a plan that is not loaded', () => {
  it('shows that it is loading', () => {
    expect(render(<PlanPage id={idOf(50)} />).text).toBe('Plan Loading the plan')
  })

  it('offers another try after a failure', () => {
    const { text, buttons } = render(<PlanPage id={idOf(50)} />, {
      known: [refusal('getPlan', call)],
    })
    expect(text).toContain('Error: Refused The API said no. Request r-1')
    expect(buttons).toEqual(['Try again'])
  })

  it('links to the hosts where it no longer exists', () => {
    const { text, buttons, links } = render(<PlanPage id={idOf(50)} />, {
      known: [refusal('getPlan', call, 404)],
    })
    expect(text).toContain('There is no such plan It may have been deleted together with its host.')
    expect(buttons).toEqual([])
    expect(links).toEqual({ 'All hosts': '/' })
  })
})

describe('the origin of a plan', () => {
  it('is its analysis, with a link', () => {
    const { text, links } = page({ analysisId: idOf(30), wanted: null })
    expect(text).toMatch(/From its analysis · made \d+ \w+ \d{4}.* · scheduler credit2/)
    expect(links['its analysis']).toBe(`/hosts/${idOf(1)}?recording=${idOf(30)}`)
  })

  it('is a person, or the page where its values were made', () => {
    expect(page({}).text).toContain('Set by hand · made')
    expect(page({ origin: 'Real-time assessment' }).text).toContain('Real-time assessment · made')
  })

  it('omits an unknown scheduler', () => {
    expect(page({ state: 'draft', scheduler: null }).text).not.toContain('scheduler')
  })

  it('includes the host, however long its name', () => {
    const { text, links } = page({ hostName: 'a-host-with-a-name-of-many-words-and-no-end' })
    expect(text).toContain('Plan for a-host-with-a-name-of-many-words-and-no-end')
    expect(links['← a-host-with-a-name-of-many-words-and-no-end']).toBe(`/hosts/${idOf(1)}`)
  })
})

describe('the progress of a plan', () => {
  it('is described step by step, not by colour alone', () => {
    expect(page({}).text).toContain(
      'Draft : done Planned : now Confirmed : to come Applying : to come Verified : to come',
    )
    expect(page({ state: 'rolled-back' }).text).toContain('Applying : done Rolled back : reached')
  })

  it('does not show a plan as made where the host could not be read', () => {
    expect(page({ state: 'failed', plannedAt: null, changes: [] }).text).toContain(
      'Draft : done Planned : to come Confirmed : to come Applying : to come Failed : reached',
    )
  })
})

describe('a draft', () => {
  it('shows the progress of reading the host', () => {
    const progress = {
      stage: 'Reading the host',
      done: 1,
      total: 4,
      unit: 'steps',
      message: null,
    } as const
    const { text } = page({ state: 'draft', jobId: idOf(9), changes: [], commands: [] }, [
      answer('getJob', { params: { id: idOf(9) } }, aJob({ progress })),
    ])
    expect(text).toContain('The plan is based on its current values.')
    expect(text).toContain('25 %')
    expect(text).toContain('1 of 4 steps')
  })

  it('offers nothing to apply', () => {
    const { text, buttons } = page({ state: 'draft', jobId: idOf(9) })
    expect(text).toContain('Loading the progress')
    expect(text).not.toContain('Commands')
    expect(buttons).toEqual([])
  })
})

describe('the applications of a plan', () => {
  const applied = (id: number, more: Parameters<typeof anApplication>[0]) =>
    answer('getApplication', { params: { id: idOf(id) } }, anApplication({ id: idOf(id), ...more }))

  it('are shown newest first', () => {
    const { text } = page({ state: 'rolled-back', applicationIds: [idOf(51), idOf(52)] }, [
      applied(51, { requestedBy: 'Ada' }),
      applied(52, { requestedBy: 'Bob', kind: 'roll-back', state: 'rolled-back' }),
    ])
    expect(text).toMatch(/Roll-back Asked for by Bob,.*Application Asked for by Ada,/)
  })

  it('are loaded one by one, and leave the plan readable', () => {
    const { text, buttons } = page({ state: 'verified', applicationIds: [idOf(51), idOf(52)] }, [
      refusal('getApplication', { params: { id: idOf(51) } }),
    ])
    expect(text).toMatch(/Loading the application.*The API said no\..*What changes/)
    expect(buttons).toContain('Try again')
  })
})

describe('the content of a plan', () => {
  const trouble = {
    code: 'permission-denied',
    message: 'The host refused xl.',
    fix: 'Install the sudo rules.',
  }

  it('lists the commands in order, with one button to copy them', () => {
    const { text, buttons } = page({ commands: ['xl sched-credit2 -d vm1 -w 512', 'xl list'] })
    expect(text).toContain('$ xl sched-credit2 -d vm1 -w 512 $ xl list')
    expect(buttons).toContain('Copy: all commands')
  })

  it('explains the effect of a restart until it is applied', () => {
    const persistence = 'A restart brings the old weights back.'
    expect(page({ persistence }).text).toContain(
      'What a restart would do A restart brings the old weights back.',
    )
    expect(page({ persistence, state: 'verified' }).text).not.toContain(persistence)
  })

  it('has no empty tables', () => {
    const { text } = page({ changes: [], commands: [], canApply: false })
    expect(text).not.toContain('What changes')
    expect(text).not.toContain('Commands')
  })

  it('reports why it could not be made, and offers another try', () => {
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

  it('reports a later failure by its message', () => {
    expect(page({ state: 'failed', trouble }).text).toContain('Error: The host refused xl.')
    expect(page({ state: 'failed', trouble }).text).not.toContain('could not be made')
  })

  it('leaves the failure of an application to the application', () => {
    const { text, buttons } = page({ state: 'failed', trouble, applicationIds: [idOf(51)] })
    expect(text).not.toContain('The host refused xl.')
    expect(buttons).toContain('Plan again')
  })
})

describe('the offer to plan again', () => {
  const undone: Partial<Plan> = { state: 'rolled-back', applicationIds: [idOf(51)] }

  it('is made where the plan is no longer in force', () => {
    expect(page(undone).buttons).toContain('Plan again')
    expect(page({ state: 'verified', applicationIds: [idOf(51)] }).buttons).not.toContain(
      'Plan again',
    )
  })

  it('includes other values only for a plan set by hand', () => {
    expect(page(undone).links['Set other values']).toBe(`/changes/new?host=${idOf(1)}`)
    const analysed = page({ ...undone, analysisId: idOf(30), wanted: null })
    expect(analysed.links['Set other values']).toBeUndefined()
    expect(analysed.buttons).toContain('Plan again')
  })

  it('is missing where the wanted values are unknown', () => {
    const { buttons, links } = page({ ...undone, wanted: null })
    expect(buttons).not.toContain('Plan again')
    expect(links['Set other values']).toBeDefined()
  })

  it('is limited to users who may make plans', () => {
    const { buttons, links } = page(undone, [], userWith(['plans:read']))
    expect(buttons).not.toContain('Plan again')
    expect(links['Set other values']).toBeUndefined()
  })
})
