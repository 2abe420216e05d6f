import { isWithin, parseDecimal } from '../../lib/parse-number.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

/** The values as typed. */
export interface LoanValues {
  creditLine: string
  repaymentPercent: string
  sweep: boolean
}

/** The loan of paper 1; others are played on demand, because they take many times as long. */
export const defaultLoan: LoanValues = { creditLine: '1000', repaymentPercent: '20', sweep: false }

/** The loan that the address asks for, and what another one changes there. */
export function loanIn(params: Pick<URLSearchParams, 'get'>): LoanValues {
  return {
    creditLine: params.get('credit') ?? defaultLoan.creditLine,
    repaymentPercent: params.get('repay') ?? defaultLoan.repaymentPercent,
    sweep: params.get('sweep') === 'yes',
  }
}

export function loanParams({ creditLine, repaymentPercent, sweep }: LoanValues) {
  return { credit: creditLine, repay: repaymentPercent, sweep: sweep ? 'yes' : undefined }
}

/** The loan as typed. Null while a value is invalid. */
export function loanOf({ creditLine, repaymentPercent, sweep }: LoanValues) {
  const credits = creditsIn(creditLine)
  const percent = percentIn(repaymentPercent)
  if (credits === null || percent === null) return null
  return { creditLine: credits, repaymentShare: percent / 100, sweep }
}

function creditsIn(text: string): number | null {
  const credits = parseDecimal(text)
  return isWithin(credits, 50, 10_000) && Number.isInteger(credits) ? credits : null
}

function percentIn(text: string): number | null {
  const percent = parseDecimal(text)
  return isWithin(percent, 5, 100) ? percent : null
}

/** The fields for how much the loan policy lends and how fast it is paid back. */
export function LoanFields({
  values,
  onChange,
}: {
  values: LoanValues
  onChange: (values: LoanValues) => void
}) {
  return (
    <div className="space-y-4">
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Field
          label="Credit line"
          hint="Lent when an I/O event would have to wait; 1,000 credits are 100 ms of a pCPU."
          error={
            creditsIn(values.creditLine) !== null ? undefined : 'a whole number from 50 to 10,000'
          }
        >
          <Input
            inputMode="numeric"
            value={values.creditLine}
            onChange={(event) => onChange({ ...values, creditLine: event.target.value })}
          />
        </Field>
        <Field
          label="Repayment"
          hint="Of the credits that the guest receives in each accounting period."
          error={percentIn(values.repaymentPercent) !== null ? undefined : 'from 5 to 100 %'}
        >
          <Input
            inputMode="decimal"
            unit="%"
            value={values.repaymentPercent}
            onChange={(event) => onChange({ ...values, repaymentPercent: event.target.value })}
          />
        </Field>
      </div>
      <Checkbox
        label="Try other loans too"
        hint="All combinations of credit line and repayment share, and which of them none beats. This takes about six times as long."
        checked={values.sweep}
        onChange={(sweep) => onChange({ ...values, sweep })}
      />
    </div>
  )
}
