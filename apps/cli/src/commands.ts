import type { Command } from './command.ts'
import { analyse } from './commands/analyse.ts'
import { apply } from './commands/apply.ts'
import { backup } from './commands/backup.ts'
import { completion } from './commands/completion.ts'
import { exportTable } from './commands/export.ts'
import { hosts } from './commands/hosts.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { plan } from './commands/plan.ts'
import { record } from './commands/record.ts'
import { rollBack } from './commands/roll-back.ts'
import { upload } from './commands/upload.ts'
import { watch } from './commands/watch.ts'
import { whoami } from './commands/whoami.ts'

/** In the order in which they are usually needed. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  hosts,
  upload,
  record,
  analyse,
  exportTable,
  plan,
  apply,
  rollBack,
  watch,
  backup,
  completion,
]
