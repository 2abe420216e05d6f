import { type Column, markdownTable } from '../accuracy/text-table.ts'
import type { Reproduction, ReproductionRow } from './reproduction.ts'
import { statuses, tally } from './show-reproduction.ts'

/** docs/PAPERS.md */
export function writePapers(reproductions: readonly Reproduction[]): string {
  return `${[
    '# The papers, line by line',
    introduction,
    overview(reproductions),
    ...reproductions.map(section),
  ].join('\n\n')}\n`
}

const introduction = `Every equation, table, figure and claim of the five papers: what was published, what Steelyard gets, where the code is, and why the two differ where they do. Written by

\`\`\`
npm run --silent reproduce -- --write docs/PAPERS.md
\`\`\`

not to be edited by hand. Simulations are seeded, so the same figures come out every time. Nothing was tuned to a published figure. A published figure counts as reproduced when ours is within 10 % of it. Where figures of ours decide, the status follows from them: *reproduced* when all that the row claims comes out, *partly* when some of it does. A set-up or a mechanism has none; how much of it is built is judged by hand. *Not applicable* is what software cannot reproduce, such as other hardware; what needs no reproducing; and what comes out by construction or has nothing published beside it, so that it could not fail. One paper at a time: \`npm run reproduce -- paper0\`, with \`--json\` for programs.`

function overview(reproductions: readonly Reproduction[]): string {
  const columns: Column<Reproduction>[] = [
    { title: 'paper', text: ({ paper, title }) => `[${plain(title)}](#${paper})` },
    { title: 'rows', text: ({ rows }) => String(rows.length) },
    ...statuses.map((status) => ({
      title: status,
      text: ({ rows }: Reproduction) => String(tally(rows)[status]),
    })),
  ]
  return markdownTable(columns, reproductions)
}

function section({ paper, title, rows }: Reproduction): string {
  const columns: Column<ReproductionRow>[] = [
    { title: 'where', text: ({ where }) => plain(where) },
    { title: 'published', align: 'left', text: ({ published }) => plain(published) },
    { title: 'ours', align: 'left', text: ({ ours }) => plain(ours) },
    { title: 'difference', align: 'left', text: ({ difference }) => plain(difference) },
    { title: 'status', align: 'left', text: ({ status }) => status },
    { title: 'why', align: 'left', text: ({ why }) => plain(why) },
    { title: 'implemented in', align: 'left', text: ({ implementedIn }) => links(implementedIn) },
  ]
  return `<a id="${paper}"></a>\n\n## ${plain(title)}\n\n${markdownTable(columns, rows)}`
}

/** Text in a table's cell: no bars, no markup, no line breaks. */
function plain(text: string): string {
  return text.replace(/[\\|*_<`[\]]/g, '\\$&').replaceAll(/\s+/g, ' ')
}

function links(implementedIn: string): string {
  return pathsOf(implementedIn)
    .map((file) => `[${file.split('/').at(-1)}](../${file})`)
    .join(', ')
}

/** The files or folders of a row, from the root of the repository. */
export function pathsOf(implementedIn: string): string[] {
  return implementedIn.split(', ').filter((file) => file !== '' && file !== '–')
}
