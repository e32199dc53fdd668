import type { EndpointName } from '@steward/contract/calls/routes'
import type { Client } from '../lib/client.ts'

type Row = Record<string, unknown>

/** The rows of a list's first page, at most 100; undefined where no answer came. */
export async function listed(
  client: Client,
  name: EndpointName,
  query: Record<string, string>,
): Promise<Row[] | undefined> {
  const { status, data } = await client.call(name, { query: { limit: '100', ...query } })
  if (status !== 200) return undefined
  return Array.isArray(data) ? data : (Object.values(data).find(Array.isArray) as Row[])
}
