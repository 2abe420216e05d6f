import { GUESTS, type XenHost } from './xen-host.ts'

/** The account on Domain-0 that the product is given. */
export const ACCOUNT = 'steelyard'
/** The access log of each guest. */
export const LOG_PATH = '/var/log/apache2/access.log'
export const LOG_FORMAT = '%h %l %u %t "%r" %>s %b %D'

/** What the product asks the operator to install on the host. */
export type Access = {
  authorizedKeysLine: string
  gate: { path: string; script: string }
  sudoersSnippet: string
}

/** Installs key, gate and sudoers rules as an operator would, in the order of the host page. */
export async function installAccess(host: XenHost, access: Access): Promise<void> {
  const { authorizedKeysLine, gate, sudoersSnippet } = access
  const keys = `~${ACCOUNT}/.ssh/authorized_keys`
  await host.run(`install -d -m 700 -o ${ACCOUNT} -g ${ACCOUNT} ~${ACCOUNT}/.ssh`)
  await host.run(
    `cat >${keys}; chown ${ACCOUNT}: ${keys}; chmod 600 ${keys}`,
    `${authorizedKeysLine}\n`,
  )
  await host.run(`cat >${gate.path}; chmod 755 ${gate.path}`, gate.script)
  await installSudoers(host, sudoersSnippet)
}

export async function installSudoers(host: XenHost, rules: string): Promise<void> {
  const draft = '/etc/sudoers.d/.steelyard.new' // sudo ignores names with a dot
  await host.run(
    `umask 337; cat >${draft} && visudo -c -q -f ${draft} && mv ${draft} /etc/sudoers.d/steelyard`,
    rules,
  )
}

/** Removes everything that belongs to the product from the host and its guests. */
export async function removeAccess(host: XenHost): Promise<void> {
  const keys = '.ssh/authorized_keys'
  await host.run(
    `rm -f ~${ACCOUNT}/${keys} /etc/sudoers.d/steelyard /usr/local/sbin/steelyard-gate`,
  )
  await Promise.all(GUESTS.map((guest) => host.runInGuest(guest, `rm -f ~${ACCOUNT}/${keys}`)))
}

/** Allows the holder of a key to follow a guest's log. */
export async function installGuestLogKey(
  host: XenHost,
  guest: number,
  authorizedKeysLine: string,
): Promise<void> {
  const line = Buffer.from(`${authorizedKeysLine}\n`).toString('base64')
  const home = `/home/${ACCOUNT}/.ssh`
  const keys = `${home}/authorized_keys`
  await host.runInGuest(
    guest,
    `install -d -m 700 -o ${ACCOUNT} ${home}; echo ${line} | base64 -d >${keys}; ` +
      `chown ${ACCOUNT} ${keys}; chmod 600 ${keys}`,
  )
}
