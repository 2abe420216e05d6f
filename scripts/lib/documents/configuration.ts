import { Environment, type Topic } from '@steelyard/api/environment'
import { SECRETS } from '@steelyard/api/secret-files'
import { Environment as WebEnvironment } from '@steelyard/web/environment'
import { z } from 'zod'

/** Where the reference of the configuration is. */
export const CONFIGURATION = 'docs/reference/configuration.md'

interface Variable {
  name: string
  topic: Topic
  description: string
  /** What holds where the variable is not set. */
  otherwise?: string
  default?: unknown
  enum?: string[]
  minimum?: number
  maximum?: number
}

const TOPICS: Topic[] = ['Addresses', 'Data', 'Secrets', 'Hosts', 'Messages', 'Logs and metrics']

/** Read by a command alone, so that no process has a schema for it. */
const ofCommands: Variable[] = [
  {
    name: 'STEELYARD_SECRET_KEY_NEW',
    topic: 'Secrets',
    description:
      'The key that `npm run admin -- rotate-key` [changes to](../guides/secrets-and-keys.md#replace-the-secret-key).',
  },
]

/** Every variable that the product reads. @throws Error naming one that has no description */
export function variables(): Variable[] {
  const described = new Map<string, Variable>()
  for (const schema of [Environment, WebEnvironment]) {
    const { properties } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
    for (const [name, about] of Object.entries(properties as Record<string, object>)) {
      if ('description' in about) described.set(name, { ...(about as Variable), name })
      else if (!described.has(name)) throw new Error(`${name} has no description.`)
    }
  }
  return [...described.values(), ...ofCommands]
}

/** The reference, made from the schemas that the processes read the environment with. */
export function configurationDocument(): string {
  const all = variables()
  return [
    '# Configuration',
    '',
    'Steelyard is configured by environment variables. An empty one counts as unset. A process refuses to start with a value that it cannot use, and names the variable. `npm run configuration` makes this page from the code that reads them.',
    '',
    `${SECRETS.map((name) => `\`${name}\``).join(', ')} can also be given as files: append \`_FILE\` to the name, and name a file that has the secret as its only content. See [secrets and keys](../guides/secrets-and-keys.md).`,
    ...TOPICS.flatMap((topic) => sectionOf(topic, all)),
    '',
    '## With docker compose',
    '',
    '`docker-compose.yml` reads `.env`. It has no defaults for secrets, and needs two passwords of its own besides: `STEELYARD_DATABASE_PASSWORD` for Steelyard’s role in PostgreSQL, and `STEELYARD_DATABASE_ADMIN_PASSWORD` for the server’s superuser. Its first lines say how to make them.',
    '',
    '## For the command line',
    '',
    '[`steelyard`](../guides/command-line.md) reads `STEELYARD_ADDRESS` and `STEELYARD_TOKEN`, which go before what `steelyard login` keeps, and `STEELYARD_PASSWORD`, with which `apply` and `roll-back` ask for no password.',
    '',
  ].join('\n')
}

function sectionOf(topic: Topic, all: Variable[]): string[] {
  const own = all.filter((variable) => variable.topic === topic)
  const rows = own.map(
    (variable) => `| \`${variable.name}\` | ${otherwiseOf(variable)} | ${meaningOf(variable)} |`,
  )
  return ['', `## ${topic}`, '', '| variable | default | meaning |', '|---|---|---|', ...rows]
}

function otherwiseOf({ otherwise, default: standard }: Variable): string {
  return otherwise ?? (standard === undefined ? 'not set' : `\`${String(standard)}\``)
}

function meaningOf({ description, enum: values, minimum, maximum }: Variable): string {
  if (values) return `${description} One of ${values.map((value) => `\`${value}\``).join(', ')}.`
  if (minimum === undefined) return description
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  return `${description} ${isBounded ? `From ${minimum} to ${maximum}.` : `At least ${minimum}.`}`
}
