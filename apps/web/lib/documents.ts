import { readFile } from 'node:fs/promises'
import path from 'node:path'

// Only server components and routes import this.

const NAME = /^(?:(?:guides|reference|explanation|tutorial)\/)?[a-z\d-]+$/

/** A page of docs/ by its path without the ending; every service runs in the folder of the product. */
export async function readDocument(name: string): Promise<{ title: string; text: string } | null> {
  if (!NAME.test(name)) return null
  const file = path.join(process.cwd(), 'docs', `${name}.md`)
  const page = await readFile(file, 'utf8').catch(() => null)
  if (page === null) return null
  const [title = '', ...rest] = page.split('\n')
  return { title: title.replace(/^# /, ''), text: rest.join('\n').trim() }
}
