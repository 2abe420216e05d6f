/** A failure as XAPI names it: a code with parameters. */
export class ApiFailure extends Error {
  readonly code: string
  readonly parameters: string[]

  constructor(code: string, ...parameters: string[]) {
    super([code, ...parameters].join(' '))
    this.code = code
    this.parameters = parameters
  }
}
