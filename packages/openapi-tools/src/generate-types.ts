import openapiTS, { astToString } from 'openapi-typescript'

/** The types of an API, for `openapi-fetch`, as the text of a TypeScript file. */
export async function generateTypes(document: object): Promise<string> {
  return astToString(await openapiTS(structuredClone(document) as never))
}
