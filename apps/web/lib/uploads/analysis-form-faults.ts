import { createAnalysis } from '@steelyard/contract'
import { formWords } from '../form-words.ts'
import { parseDecimal } from '../parse-number.ts'
import type { AnalysisForm, AnalysisRequest } from './analysis-form.ts'

export interface FormFault {
  /** The field as the form names it: `targets.0.responseTimeMs`. */
  field: string
  message: string
}

/** What the contract refuses in a request, assigned to the form fields concerned. */
export function analysisFormFaults(form: AnalysisForm, request: AnalysisRequest): FormFault[] {
  const checked = createAnalysis.body?.safeParse(request, { error: formWords })
  const faults = (checked?.error?.issues ?? []).map((issue) => ({
    field: fieldOf(issue.path.map(String), form, request),
    message: issue.message,
  }))
  if (request.options?.range && request.options.range.from >= request.options.range.to) {
    faults.push({ field: 'to', message: 'must be after the beginning' })
  }
  form.domains.forEach(({ minShare, maxShare }, index) => {
    const [least, most] = [parseDecimal(minShare), parseDecimal(maxShare)]
    if (least != null && most != null && least > most) {
      faults.push({ field: `domains.${index}.maxShare`, message: 'is below the smallest share' })
    }
  })
  return faults
}

/** The request leaves out empty rows, so an index in it is looked up by its domain. */
function fieldOf(path: string[], form: AnalysisForm, request: AnalysisRequest): string {
  const [head, list, index, name] = path
  if (head !== 'options') return path.join('.')
  if (list === 'range') return index ?? 'from'
  if ((list === 'weights' || list === 'bounds') && index !== undefined) {
    const domain = request.options?.[list]?.[Number(index)]?.domain
    const row = form.domains.findIndex((each) => each.domain === domain)
    return `domains.${row}.${name ?? 'weight'}`
  }
  return path.slice(1).join('.')
}
