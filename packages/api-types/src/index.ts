import openapiTS, { astToString } from 'openapi-typescript'

/** The declarations of TypeScript for an OpenAPI document, given as JSON. */
export async function typesOf(document: string): Promise<string> {
  return astToString(await openapiTS(document, { alphabetize: true, silent: true }))
}
