import path from 'node:path'
import { type Column, markdownTable } from '../../bench/index.ts'
import type { Reproduction, ReproductionRow } from './reproduction.ts'
import { statuses, tally } from './show-reproduction.ts'

/** Where the document lies, relative to the root of the repository. */
const FOLDER = 'research/reports'

/** Writes research/reports/PAPERS.md. */
export function writePapers(reproductions: readonly Reproduction[]): string {
  return `${[
    '# The papers, line by line',
    introduction,
    overview(reproductions),
    ...reproductions.map(section),
  ].join('\n\n')}\n`
}

const introduction = `This document has a row for every equation, table, figure and claim of the five papers: what was published, what Steelyard gets, where the code is, and why the two differ where they do. This command writes it:

\`\`\`
npm run --silent reproduce -- --write research/reports/PAPERS.md
\`\`\`

Do not edit it by hand. Simulations are seeded, so the figures are the same every time; only how long a computation takes depends on the machine and on what else it does, so the rows on it (figure 10 of paper 0 and the next one) hold no time of ours against a published one. Nothing was tuned to a published figure, except in paper 1: how long a boost lasts, and the factor of eq (4), which was read from Table 7, as the rows say. To print one paper at a time, run \`npm run reproduce -- paper0\`, with \`--json\` for programs.

The column *difference* decides the status, by these rules:

- **Published results** are divided into claims, and each claim is answered with yes or no by our figures, or with *undetermined* where we have none. A published figure is confirmed when ours is within 10 % of it. The row is *reproduced* when every claim is confirmed, *partly* when some are, and *not reproduced* when none is. An undetermined claim is not confirmed, so what was published and never measured here is not reproduced. A claim that holds only because we put it in is undetermined too, and a row of nothing else is not applicable.
- **Equations, mechanisms and set-ups** without a published result are *implemented* when nothing of what the paper describes is missing, and *partly* when something is missing or done otherwise; the row says what. Where the paper is silent, our reading counts and is named. *Implemented* says that it is there, not that it has the effect that the paper claims.
- *Not applicable* is what has no counterpart to compare with: background, errata, future work, additions of our own. It is also what could not have come out otherwise, because it follows from how the simulation or the formula is built.`

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

function section({ paper, title, known, rows }: Reproduction): string {
  const columns: Column<ReproductionRow>[] = [
    { title: 'where', text: ({ where }) => plain(where) },
    { title: 'published', align: 'left', text: ({ published }) => plain(published) },
    { title: 'ours', align: 'left', text: ({ ours }) => plain(ours) },
    { title: 'difference', align: 'left', text: ({ difference }) => plain(difference) },
    { title: 'status', align: 'left', text: ({ status }) => status },
    { title: 'why', align: 'left', text: ({ why }) => plain(why) },
    { title: 'implemented in', align: 'left', text: ({ implementedIn }) => links(implementedIn) },
  ]
  return `<a id="${paper}"></a>\n\n## ${plain(title)}\n\n${known}\n\n${markdownTable(columns, rows)}`
}

/** Prepares text for a table cell: no bars, no markup, no line breaks. */
function plain(text: string): string {
  return text.replace(/[\\|*_<`[\]]/g, '\\$&').replaceAll(/\s+/g, ' ')
}

function links(implementedIn: string): string {
  return pathsOf(implementedIn)
    .map((file) => `[${file.split('/').at(-1)}](${path.posix.relative(FOLDER, file)})`)
    .join(', ')
}

/** Splits a row's files or folders, which are relative to the root of the repository. */
export function pathsOf(implementedIn: string): string[] {
  return implementedIn.split(', ').filter((file) => file !== '' && file !== '–')
}
