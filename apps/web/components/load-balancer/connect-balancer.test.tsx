import { describe, expect, it } from 'vitest'
import { aBalancer, idOf } from '../../lib/testing/fixtures.ts'
import { render } from '../../lib/testing/render.tsx'
import { ConnectBalancer } from './connect-balancer.tsx'

describe('the steps that connect a load balancer', () => {
  const steps = () => render(<ConnectBalancer balancer={aBalancer()} />)

  it('are shown in order', () => {
    const order = [
      '1. Make a token',
      '2. Have HAProxy read the file',
      '3. Configure the script',
      '4. Install the script',
    ]
    const places = order.map((title) => steps().text.indexOf(title))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('contain the id of the host, and what the token is for', () => {
    expect(steps().text).toContain(
      `STEELYARD_HOST_ID=${idOf(1)} STEELYARD_TOKEN_FILE=/etc/steelyard-haproxy.token`,
    )
    expect(steps().text).toContain(
      'It can ask for the advice of xen-1, report for its load balancer, and do nothing else.',
    )
  })

  it('can be copied one by one', () => {
    expect(steps().buttons).toEqual([
      'New token',
      'Copy: the lines for HAProxy',
      'Copy: the commands that create it',
      'Copy: the script’s configuration',
      'Copy: the lines for an old HAProxy',
      'Copy: the commands that install the script',
    ])
  })
})
