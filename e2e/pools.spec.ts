import { createHost } from '@steelyard/contract'
import { poolDouble } from '@steelyard/xapi/testing'
import { moveAlias } from '@steelyard/xen'
import { domainNamed, XenHostDouble } from '@steelyard/xen/testing'
import { administrator, createAdministrator } from './lib/administrator.ts'
import { apiOf } from './lib/api.ts'
import { test } from './lib/fresh-test.ts'
import { connect } from './lib/host-actions.ts'
import { confirmWith } from './lib/operator.ts'
import { expect } from './lib/patience.ts'

// A pool takes an account only for a certificate that was compared, and shows what XAPI says.

test('a pool is added, read, doubted and removed', async ({ page, product }) => {
  const pool = await poolDouble({
    hosts: [{ name: 'xen1' }, { name: 'xen2' }],
    guests: [{ name: 'web', params: { weight: '-7' } }, { name: 'database' }],
  })
  const session = await createAdministrator(product)
  await page.context().addCookies(session.cookies)
  await page.goto(product.webUrl)
  await page.getByRole('link', { name: 'Pools' }).click()
  await page.getByRole('link', { name: 'Add a pool' }).click()
  const [coordinator, other] = pool.members
  await page.getByLabel('Name').fill('rack 7')
  await page.getByLabel('Address of the coordinator').fill(coordinator!.address)
  await page.getByLabel('Port').fill(String(coordinator!.port))
  await page.getByRole('button', { name: 'Fetch its certificate' }).click()

  await expect(page.getByText(coordinator!.fingerprint)).toBeVisible()
  const confirm = page.getByRole('button', { name: 'Confirm and read the pool' })
  await expect(confirm).toBeDisabled()
  await page.getByLabel('Account').fill('root')
  await page.getByLabel('Password').fill('not this one')
  await page.getByLabel(/The certificate is the same/).check()
  await confirm.click()
  await expect(page.getByText(/Check the account/)).toBeVisible()
  await page.getByLabel('Password').fill('secret')
  await confirm.click()

  const guests = page.getByRole('table', { name: 'Guests that run in the pool' })
  await expect(guests.getByRole('row', { name: /database/ })).toContainText('xen2')
  await expect(page.getByText(/stored weight of web is “-7”/)).toBeVisible()
  await expect(page.getByText(other!.fingerprint)).toBeVisible()
  await page.getByRole('button', { name: `Confirm the certificate of ${other!.address}` }).click()
  await page.getByRole('button', { name: 'It is the same there' }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toHaveCount(2)

  // A worker has decided: without SSH there are no response times, and no move is advised.
  await expect(page.getByText(/No host of this pool is watched over SSH/)).toBeVisible()

  // XAPI stores a weight for later, which is read back, and then what stood there again.
  await page.getByLabel('Whose weight').selectOption({ label: 'database, on xen2' })
  await page.getByLabel('Stored weight', { exact: true }).fill('512')
  await page.getByRole('button', { name: 'Plan to store' }).click()
  await expect(page.getByText(/next start, resume or migration of database/)).toBeVisible()
  await page.getByRole('button', { name: 'Store for database' }).click()
  await confirmWith(page, administrator.password, 'Store now')
  await expect(page.getByText('XAPI stores weight 512, no cap, as read back.')).toBeVisible()
  await expect(guests.getByRole('row', { name: /database/ })).toContainText('512')
  await page.getByRole('button', { name: 'Roll back', exact: true }).click()
  await confirmWith(page, administrator.password, 'Roll back now')
  await expect(page.getByText('XAPI stores no weight, no cap again, as read back.')).toBeVisible()

  // A guest goes to the other host and is found there; XAPI had been asked before.
  await page.getByLabel('Guest', { exact: true }).selectOption({ label: 'web, on xen1' })
  await page.getByLabel('To host').selectOption('xen2')
  await page.getByRole('button', { name: 'Plan the move' }).click()
  await page.getByRole('button', { name: 'Move web now' }).click()
  await confirmWith(page, administrator.password, 'Move now')
  await expect(page.getByText('web runs on xen2, and no more on xen1.')).toBeVisible()
  await expect(guests.getByRole('row', { name: /web/ })).toContainText('xen2')
  await expect(page.getByRole('button', { name: 'Plan to move it back' })).toBeVisible()

  // The pool is read again under another coordinator, whose certificate is known by now.
  pool.changeCoordinator(1)
  await page.getByRole('button', { name: 'Read again' }).click()
  const hosts = page.getByRole('table', { name: 'Hosts of the pool' })
  await expect(hosts.getByRole('row', { name: /xen2/ })).toContainText('Coordinator')

  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove the pool' }).click()
  await expect(page.getByText('No pools')).toBeVisible()
  await pool.close()
})

test('hosts over SSH are grouped, and a guest moves with its weight', async ({ page, product }) => {
  const doubles = [await XenHostDouble.start(), await XenHostDouble.start()] as const
  const [source, destination] = doubles
  destination.host.domains.splice(1)
  domainNamed(source.host, 'vm1').weight = 512
  const session = await createAdministrator(product)
  const api = apiOf(product, session)
  for (const [i, double] of doubles.entries()) {
    const { id } = await api(createHost, { body: { name: `xen${i + 1}` } })
    const { port, username } = double
    const authorise = async (line: string) => double.authorise(line.slice(line.indexOf('ssh-')))
    await connect(api, id, { address: '127.0.0.1', port, username, authorise })
    doubles[1 - i]!.peers.set(moveAlias(id), double)
  }
  await page.context().addCookies(session.cookies)
  await page.goto(`${product.webUrl}/pools/new`)
  await page.getByText('Hosts over SSH').click()
  const make = page.getByRole('button', { name: 'Make the pool' })
  await page.getByLabel('Name').fill('two of plain Xen')
  await page.getByLabel('xen1').check()
  await expect(make).toBeDisabled()
  await page.getByLabel('xen2').check()
  await make.click()

  const guests = page.getByRole('table', { name: 'Guests that run in the pool' })
  await expect(guests.getByRole('row', { name: /vm1/ })).toContainText('xen2')
  await page.getByLabel('Guest', { exact: true }).selectOption({ label: 'vm1, on xen1' })
  await page.getByLabel('To host').selectOption('xen2')
  await page.getByRole('button', { name: 'Plan the move' }).click()
  await page.getByRole('button', { name: 'Move vm1 now' }).click()
  await confirmWith(page, administrator.password, 'Move now')
  await expect(page.getByText(/vm1 runs on xen2, and no more on xen1\./)).toBeVisible()
  expect(domainNamed(destination.host, 'vm1').weight).toBe(512)
  await expect(guests.getByRole('row', { name: /vm1/ })).toContainText('512')

  await page.getByRole('link', { name: 'Set up xen1' }).click()
  await page.getByText('What is installed on the host').click()
  await expect(page.getByText(/Host steelyard-[0-9a-f]{12}/)).toBeVisible()
  for (const double of doubles) await double.stop()
})
