import { getHost, listHosts, type Source, type Upload } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aHost, anUpload, aSource, idOf } from '../../../lib/testing/fixtures.ts'
import { answer, firstPage, render } from '../../../lib/testing/render.tsx'
import { DomainsStep } from './domains-step.tsx'

const known = [
  firstPage(listHosts, { limit: 100 }, [aHost()]),
  answer(getHost, { params: { id: idOf(1) } }, aHost()),
]
const step = (upload: Partial<Upload>, hostId: string | null = idOf(1)) =>
  render(
    <DomainsStep
      upload={anUpload({ sources: [aSource()], ...upload })}
      hostId={hostId}
      go={() => {}}
    />,
    { known },
  )
const optionsOf = (html: string) =>
  [...html.matchAll(/<option[^>]*>([^<]*)</g)].map(([, word]) => word)

describe('the next step', () => {
  it('is available once host and domains are known', () => {
    expect(step({}).buttons).toEqual(['Back', 'Continue'])
  })

  it('is unavailable without a host, and gives the reason', () => {
    const { text, buttons } = step({}, null)
    expect(buttons).toContain('Continue (off)')
    expect(text).toContain('Choose the host Continue')
  })

  it('is unavailable without a guest', () => {
    const source = aSource({ domains: [{ found: 'Domain-0', domain: 'Domain-0', origin: null }] })
    const { text, buttons } = step({ sources: [source] })
    expect(buttons).toContain('Continue (off)')
    expect(text).toContain('At least one domain besides Domain-0 is needed')
  })

  it('is unavailable while a question is open, and repeats it', () => {
    const text = 'Which domain does web stand for?'
    const shown = step({ openQuestions: [{ sourceId: idOf(40), questionId: 'domain', text }] })
    expect(shown.buttons).toContain('Continue (off)')
    expect(shown.text).toContain(`${text} Continue`)
  })
})

describe('a name that was found', () => {
  it('can stand for any domain of the host, for another, or for none', () => {
    expect(optionsOf(step({}).html)).toEqual([
      'Choose a host',
      'xen-1',
      'A new host…',
      'vm1',
      'vm2',
      'Domain-0',
      'Another name…',
      'Leave out',
    ])
  })

  it('offers a domain that the host does not have', () => {
    const source = aSource({ domains: [{ found: 'web', domain: 'web-1', origin: null }] })
    expect(optionsOf(step({ sources: [source] }).html)).toContain('web-1')
  })

  it.each(['web', 'web server', 'vm1 (old)', 'www.example.org.'])(
    'needs a decision as long as nobody has made one: %s',
    (found) => {
      const web = (origin: Source['domains'][number]['origin']) =>
        step({ sources: [aSource(), aSource({ domains: [{ found, domain: null, origin }] })] })
      expect(optionsOf(web(null).html)).toContain('Choose a domain')
      const leftOut = web({ kind: 'operator', path: null }).html
      expect(optionsOf(leftOut)).not.toContain('Choose a domain')
      expect(leftOut).toMatch(/<option value=":leave-out" selected="">Leave out/)
    },
  )

  it('shows the source of a suggestion, unless it is the name itself', () => {
    const said = (kind: 'operator' | 'host' | 'name') =>
      step({
        sources: [
          aSource({ domains: [{ found: 'web', domain: 'vm1', origin: { kind, path: null } }] }),
        ],
      }).text
    expect(said('operator')).toContain('your answer')
    expect(said('host')).toContain('says the host, as it is now')
    expect(said('name')).not.toContain('says')
  })
})

describe('the names that were found', () => {
  it('exclude the idle time, with a note', () => {
    const source = aSource({
      kind: 'xenmon',
      observes: 'cpu',
      domains: [
        { found: 'idle', domain: null, origin: null },
        { found: 'vm1', domain: 'vm1', origin: null },
      ],
    })
    const { text } = step({ sources: [source] })
    expect(text).not.toContain('found: idle')
    expect(text).toContain('it is not a domain')
    expect(step({}).text).not.toContain('it is not a domain')
  })

  it('are missing where no source is included', () => {
    const { text } = step({ sources: [aSource({ included: false })] })
    expect(text).toContain('No included source names a domain.')
  })
})
