import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'

const HOW = [
  'A backup holds the keys of all hosts, so it is made on the server and never through the API:',
  '  npm run backup -- FILE           in a checkout',
  '  steelyardctl backup FILE         with the package for Debian',
  '  docker compose run --rm backup node lib/backup.js /backups/NAME',
  'The guide "Back up, restore and upgrade" has the rest.',
]

/** It is here because people look for it here. */
export const backup: Command = {
  name: 'backup',
  summary: 'say how a backup is made: on the server',
  arguments: [],
  options: {},
  async run({ errors }) {
    for (const line of HOW) errors.write(`${line}\n`)
    return EXIT.wrongUse
  },
}
