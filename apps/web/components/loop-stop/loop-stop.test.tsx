import type { LoopStop, User } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aStop } from '../../lib/testing/loop-fixtures.ts'
import { answer, refusal, render, userWith } from '../../lib/testing/render.tsx'
import { LoopCard } from './loop-card.tsx'
import { StopBanner } from './stop-banner.tsx'
import { StopButton } from './stop-button.tsx'

const known = (stop: LoopStop | null, user = userWith()) => ({
  user,
  known: [answer('getLoop', {}, { stop }), answer('getSession', {}, user)],
})
const operatorOfWeb: User = { ...userWith(), grants: [{ role: 'operator', tag: 'web' }] }
const viewer = userWith(['hosts:read', 'plans:read'])

describe('the banner', () => {
  it('is nothing while the policies act', () => {
    expect(render(<StopBanner />, known(null)).html).toBe('')
    expect(render(<StopBanner />, { known: [refusal('getLoop', {})] }).html).toBe('')
  })

  it('says who stopped everything, when and why, and lets it be resumed', () => {
    const { text, buttons } = render(<StopBanner />, known(aStop()))
    expect(text).toContain('Everything is stopped: Steelyard changes no host by itself')
    expect(text).toContain('Grace stopped it 2 hours ago : “The storage is being moved.”')
    expect(buttons).toEqual(['Resume'])
  })

  it('lets nobody resume who has no role on every host', () => {
    expect(render(<StopBanner />, known(aStop(), operatorOfWeb)).buttons).toEqual([])
    expect(render(<StopBanner />, known(aStop(), viewer)).buttons).toEqual([])
  })
})

describe('the button in the frame of every page', () => {
  const buttons = (stop: LoopStop | null, user?: User) =>
    render(<StopButton />, known(stop, user)).buttons

  it('is for whoever may change any host, and gone while all is stopped', () => {
    expect(buttons(null)).toEqual(['Stop everything'])
    expect(buttons(null, operatorOfWeb)).toEqual(['Stop everything'])
    expect(buttons(null, viewer)).toEqual([])
    expect(buttons(aStop())).toEqual([])
  })
})

describe('the card in the settings', () => {
  const card = (stop: LoopStop | null, user?: User) => render(<LoopCard />, known(stop, user))

  it('says what holds, and offers the other', () => {
    expect(card(null).text).toContain('Made on each host as its policy says.')
    expect(card(null).buttons).toEqual(['Stop everything'])
    expect(card(null, viewer).buttons).toEqual([])
    expect(card(aStop()).text).toContain('Stopped on all hosts, whatever the policies say.')
    expect(card(aStop()).buttons).toEqual(['Resume'])
  })

  it('says that it is loading, and what went wrong', () => {
    expect(render(<LoopCard />).text).toContain('Loading whether the loop is stopped')
    const { text, buttons } = render(<LoopCard />, { known: [refusal('getLoop', {})] })
    expect(text).toContain('The API said no.')
    expect(buttons).toEqual(['Try again'])
  })
})
