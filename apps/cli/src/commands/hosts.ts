import { connect } from '../api/connect.ts'
import { everyHost } from '../api/find-host.ts'
import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { print } from '../shown/print.ts'
import { table } from '../terminal/table.ts'

export const hosts: Command = {
  name: 'hosts',
  summary: 'list the hosts with their latest verdicts',
  arguments: [],
  options: {},
  async run(terminal, given) {
    const found = await everyHost(connect(terminal, given))
    print(terminal, given, found, () =>
      table([
        ['host', 'verdict', 'connection', 'id'],
        ...found.map(({ name, verdict, connection, id }) => [
          name,
          verdict ?? '–',
          connection.state,
          id,
        ]),
      ]),
    )
    return EXIT.done
  },
}
