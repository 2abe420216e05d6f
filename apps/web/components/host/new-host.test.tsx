import { expect, it } from 'vitest'
import NewHostPage from '../../app/(signed-in)/hosts/new/page.tsx'
import { render, userWith } from '../../lib/testing/render.tsx'

it('asks for a name, and by default for a connection', () => {
  const { text, buttons, links } = render(<NewHostPage />)
  expect(text).toContain(
    'Address : now Fingerprint : to come Install : to come Done : to come Name',
  )
  expect(text).toContain('Address Host name or IP address Port Account')
  expect(buttons).toEqual(['Check the address'])
  expect(links['← Fleet']).toBe('/')
})

it('announces that the key will be compared before anything is sent', () => {
  expect(render(<NewHostPage />).text).toContain(
    'Nothing is changed on the host by adding or connecting it.',
  )
  expect(render(<NewHostPage />).text).toContain("compare the host's key before anything is sent")
})

it('is hidden without the permission, with an explanation', () => {
  const { text, buttons } = render(<NewHostPage />, { user: userWith(['hosts:read']) })
  expect(text).toContain('Your role, viewer, does not include adding hosts.')
  expect(buttons).toEqual([])
})
