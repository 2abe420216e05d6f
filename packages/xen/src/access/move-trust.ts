/** Where root on a host keeps what it needs to hand guests over. */
const FOLDER = '/etc/steelyard'

export interface MovePeer {
  alias: string
  address: string
  port: number
}

/**
 * The line before a key in `/root/.ssh/authorized_keys` of the host that receives: whoever holds the
 * key starts the receiver of xl, and nothing else.
 */
export const MOVE_KEY_OPTIONS = 'restrict,command="xl migrate-receive"'

/**
 * For `/etc/ssh/ssh_config.d/steelyard.conf` of the host that sends. xl runs ssh by a host's name, so
 * each name stands here with its address, a key that serves nothing else, and pinned keys of hosts.
 * A receiver that falls silent is given up within a minute.
 */
export function moveSshConfig(peers: readonly MovePeer[]): string {
  return peers
    .map(({ alias, address, port }) =>
      [
        `Host ${alias}`,
        `  HostName ${address}`,
        `  Port ${port}`,
        '  User root',
        `  IdentityFile ${FOLDER}/move-key`,
        '  IdentitiesOnly yes',
        `  UserKnownHostsFile ${FOLDER}/move-hosts`,
        '  StrictHostKeyChecking yes',
        '  BatchMode yes',
        '  ServerAliveInterval 15',
        '  ServerAliveCountMax 3',
        '',
      ].join('\n'),
    )
    .join('\n')
}
