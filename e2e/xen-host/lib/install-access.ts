import type { XenHost } from './xen-host.ts'

/** The account on Domain-0 that the product is given. */
export const ACCOUNT = 'steelyard'

/** What the product shows for the operator to put on the host. */
export type Access = {
  authorizedKeysLine: string
  gate: { path: string; script: string }
  sudoersSnippet: string
}

/** What an operator does, in the order of the host page: key, gate, sudoers rules. */
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
  const draft = '/etc/sudoers.d/.steelyard.new' // sudo leaves out names with a dot
  await host.run(
    `umask 337; cat >${draft} && visudo -c -q -f ${draft} && mv ${draft} /etc/sudoers.d/steelyard`,
    rules,
  )
}
